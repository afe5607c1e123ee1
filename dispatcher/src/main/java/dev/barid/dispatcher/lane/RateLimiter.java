package dev.barid.dispatcher.lane;

/**
 * Spreads starts over time: at most {@code ratePerSecond}, with a burst after a quiet time. Keeps
 * one number, the time at which the next start would be due if starts came evenly (the generic cell
 * rate algorithm, ITU-T I.371), so it costs nothing while idle. Owner thread only.
 */
final class RateLimiter {

  /** Some 36 years: sums of a few stay far from overflow. */
  private static final long LONGEST_NANOS = Long.MAX_VALUE / 8;

  private final long intervalNanos;
  private final long toleranceNanos;
  private long evenStartNanos;

  /**
   * @param ratePerSecond starts a second, above 0
   * @param burst starts that may come at once after a quiet time, at least 1
   * @param nowNanos the monotonic clock
   */
  RateLimiter(double ratePerSecond, int burst, long nowNanos) {
    this.intervalNanos = Math.min(LONGEST_NANOS, Math.max(1, (long) (1e9 / ratePerSecond)));
    this.toleranceNanos = saturatedProduct(burst - 1L, intervalNanos);
    this.evenStartNanos = nowNanos;
  }

  /** When the next start is allowed, monotonic nanoseconds; in the past or now if at once. */
  long nextStartNanos() {
    return evenStartNanos - toleranceNanos;
  }

  /** How long the start after so many others has to wait, nanoseconds; 0 if not at all. */
  double waitNanos(int others, long nowNanos) {
    return Math.max(0, (double) (nextStartNanos() - nowNanos) + (double) others * intervalNanos);
  }

  /** A start takes place now; only call it when allowed. */
  void started(long nowNanos) {
    evenStartNanos = Math.max(evenStartNanos, nowNanos) + intervalNanos;
  }

  /** What started last needed no start after all. */
  void withdrawn() {
    evenStartNanos -= intervalNanos;
  }

  /** Whether the limiter has nothing to remember: a new one would behave the same. */
  boolean isRested(long nowNanos) {
    return evenStartNanos - nowNanos <= 0;
  }

  private static long saturatedProduct(long count, long nanos) {
    return count > LONGEST_NANOS / nanos ? LONGEST_NANOS : count * nanos;
  }
}
