package dev.barid.core.budget;

import java.util.Arrays;

/**
 * First attempts and retries of the last window, in slices that are dropped one by one as they age.
 * So the window's real length varies by one slice. Memory is fixed; time is an argument.
 */
final class RecentCounts {

  private final long sliceNanos;
  private final int[] firsts;
  private final int[] retries;
  private long firstsSum;
  private long retriesSum;

  /** The slice that counts now, by its number since the clock's zero. */
  private long slice;

  RecentCounts(long windowNanos, int slices, long nowNanos) {
    this.sliceNanos = Math.max(1, windowNanos / slices);
    this.firsts = new int[slices];
    this.retries = new int[slices];
    this.slice = number(nowNanos);
  }

  void countFirst(long nowNanos) {
    advance(nowNanos);
    firsts[index(slice)]++;
    firstsSum++;
  }

  void countRetry(long nowNanos) {
    advance(nowNanos);
    retries[index(slice)]++;
    retriesSum++;
  }

  long firsts(long nowNanos) {
    advance(nowNanos);
    return firstsSum;
  }

  long retries(long nowNanos) {
    advance(nowNanos);
    return retriesSum;
  }

  boolean isEmpty(long nowNanos) {
    advance(nowNanos);
    return firstsSum == 0 && retriesSum == 0;
  }

  /** Drops what is too old; a clock that stands still or goes back drops nothing. */
  private void advance(long nowNanos) {
    long steps = number(nowNanos) - slice;
    if (steps >= firsts.length) {
      Arrays.fill(firsts, 0);
      Arrays.fill(retries, 0);
      firstsSum = 0;
      retriesSum = 0;
      slice += steps;
      return;
    }
    for (; steps > 0; steps--) {
      slice++;
      int oldest = index(slice);
      firstsSum -= firsts[oldest];
      retriesSum -= retries[oldest];
      firsts[oldest] = 0;
      retries[oldest] = 0;
    }
  }

  private long number(long nowNanos) {
    return Math.floorDiv(nowNanos, sliceNanos);
  }

  private int index(long number) {
    return Math.floorMod(number, firsts.length);
  }
}
