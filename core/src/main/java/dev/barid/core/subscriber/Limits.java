package dev.barid.core.subscriber;

import dev.barid.core.text.InvalidInputException;

/**
 * How much an endpoint takes.
 *
 * @param concurrency requests in flight at once, 1 to 1000
 * @param ratePerSecond requests a second, above 0, at most 100 000
 * @param burst how many requests may go at once after a quiet time, 1 to 1 000 000
 */
public record Limits(int concurrency, double ratePerSecond, int burst) {

  public static final Limits DEFAULT = of(10, 100);

  private static final int MAX_CONCURRENCY = 1_000;
  private static final int MAX_RATE = 100_000;
  private static final int MAX_BURST = 1_000_000;

  public Limits {
    if (concurrency < 1 || concurrency > MAX_CONCURRENCY) {
      throw new InvalidInputException(
          "concurrency", Integer.toString(concurrency), "1 to " + MAX_CONCURRENCY);
    }
    if (!(ratePerSecond > 0 && ratePerSecond <= MAX_RATE)) {
      throw new InvalidInputException(
          "ratePerSecond", Double.toString(ratePerSecond), "above 0, at most " + MAX_RATE);
    }
    if (burst < 1 || burst > MAX_BURST) {
      throw new InvalidInputException("burst", Integer.toString(burst), "1 to " + MAX_BURST);
    }
  }

  /** Limits with a burst of one second's worth. */
  public static Limits of(int concurrency, double ratePerSecond) {
    return new Limits(concurrency, ratePerSecond, oneSecondsWorth(ratePerSecond));
  }

  static int oneSecondsWorth(double ratePerSecond) {
    return (int) Math.max(1, Math.ceil(ratePerSecond));
  }
}
