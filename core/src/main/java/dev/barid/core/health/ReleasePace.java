package dev.barid.core.health;

import java.time.Duration;

/**
 * How many parked deliveries may go in a tick. What a tick leaves over, a fraction or more, is
 * carried to the next one, up to one second's worth: so slow rates come out exactly, and a
 * scheduler that stood still doesn't catch up with a flood.
 *
 * @param credit what is left over, 0 or more
 */
public record ReleasePace(double credit) {

  /** Nothing is left over: the first one goes when there is credit for it. */
  public static final ReleasePace FRESH = new ReleasePace(0);

  /** Sums of fractions of 1 end a little below 1. */
  private static final double ROUNDING = 1e-9;

  /**
   * The pace after some time has passed.
   *
   * @param ratePerSecond the health's release rate, above 0
   * @param elapsed since the last call, not negative
   */
  public ReleasePace afterWaiting(double ratePerSecond, Duration elapsed) {
    double most = Math.max(1, ratePerSecond);
    double total = credit + ratePerSecond * (elapsed.toNanos() / 1e9);
    // The fraction is never cut: it would be missing at each tick, and slow rates be slower.
    return new ReleasePace(total < most + 1 ? total : most + total % 1);
  }

  /** How many may go now. */
  public int allowance() {
    return (int) Math.floor(credit + ROUNDING);
  }

  /**
   * The pace after some were released.
   *
   * @param count how many, at most {@link #allowance}
   */
  public ReleasePace released(int count) {
    if (count < 0 || count > allowance()) {
      throw new IllegalArgumentException(
          "count \"" + count + "\" (expected: 0 to " + allowance() + ")");
    }
    return new ReleasePace(Math.max(0, credit - count));
  }
}
