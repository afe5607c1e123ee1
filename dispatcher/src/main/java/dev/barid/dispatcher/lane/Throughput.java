package dev.barid.dispatcher.lane;

/**
 * How many attempts ended within the last ten to twenty seconds, or since it was restarted if that
 * is less. Costs four numbers. Owner thread only.
 */
final class Throughput {

  private static final long WINDOW_NANOS = 10_000_000_000L;

  /** Where what is counted begins: with the window before the newest one. */
  private long sinceNanos;

  private long newestNanos;
  private int endedBefore;
  private int endedInNewest;

  /** Forgets what ended until now. */
  void restart(long nowNanos) {
    sinceNanos = nowNanos;
    newestNanos = nowNanos;
    endedBefore = 0;
    endedInNewest = 0;
  }

  /** One more ended. */
  void ended(long nowNanos) {
    roll(nowNanos);
    endedInNewest++;
  }

  /** Nanoseconds from one end to the next, on average; infinite if none is counted. */
  double nanosEach(long nowNanos) {
    roll(nowNanos);
    int ended = endedBefore + endedInNewest;
    return ended == 0 ? Double.POSITIVE_INFINITY : (double) (nowNanos - sinceNanos) / ended;
  }

  private void roll(long nowNanos) {
    long ageNanos = nowNanos - newestNanos;
    if (ageNanos >= 2 * WINDOW_NANOS) {
      restart(nowNanos - WINDOW_NANOS);
    } else if (ageNanos >= WINDOW_NANOS) {
      sinceNanos = newestNanos;
      newestNanos += WINDOW_NANOS;
      endedBefore = endedInNewest;
      endedInNewest = 0;
    }
  }
}
