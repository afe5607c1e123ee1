package dev.barid.dispatcher.worker;

import java.util.Arrays;

/**
 * How many attempts started within the last quarter of a second and have not ended: a bound on what
 * this process does at once, which says nothing about endpoints that hang.
 *
 * <p>Without it a backlog starts as much as all lanes together may have in flight, answers wait
 * behind requests, and the process takes its own slowness for the endpoints'. Attempts that are
 * older don't count: an endpoint that doesn't answer has had its time. So however many endpoints
 * begin to hang at once, others wait that long for each {@code most} of their attempts, no longer.
 *
 * <p>Counts by slices of time, so that it costs the same however many there are. Owner thread only.
 */
final class YoungAttempts {

  private static final long SLICE_NANOS = 25_000_000;
  private static final int SLICES = 10;

  private final int most;
  private final int[] bySlice = new int[SLICES];
  private long newest;
  private int young;

  /**
   * @param most how many there may be
   */
  YoungAttempts(int most, long nowNanos) {
    this.most = most;
    this.newest = slice(nowNanos);
  }

  /** How many more may start now. */
  int room(long nowNanos) {
    advance(nowNanos);
    return most - young;
  }

  void started(long nowNanos) {
    advance(nowNanos);
    bySlice[index(newest)]++;
    young++;
  }

  /** One that started then has ended. */
  void ended(long startedNanos, long nowNanos) {
    advance(nowNanos);
    long started = slice(startedNanos);
    if (newest - started < SLICES) {
      bySlice[index(started)]--;
      young--;
    }
  }

  /** Those whose time is over don't count any more. */
  private void advance(long nowNanos) {
    long now = slice(nowNanos);
    if (now - newest >= SLICES) {
      Arrays.fill(bySlice, 0);
      young = 0;
      newest = now;
    }
    while (newest < now) {
      newest++;
      young -= bySlice[index(newest)];
      bySlice[index(newest)] = 0;
    }
  }

  private static long slice(long nanos) {
    return Math.floorDiv(nanos, SLICE_NANOS);
  }

  private static int index(long slice) {
    return (int) Math.floorMod(slice, (long) SLICES);
  }
}
