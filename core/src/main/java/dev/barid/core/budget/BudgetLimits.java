package dev.barid.core.budget;

import dev.barid.core.text.Durations;
import dev.barid.core.text.InvalidInputException;
import java.time.Duration;

/**
 * What a retry budget allows.
 *
 * @param share the largest part of attempts that may be retries, 0 to 1
 * @param window the time over which the share is taken, 1 s to 1 h
 * @param floorPerSecond retries per second that are allowed whatever the share, not negative
 */
public record BudgetLimits(double share, Duration window, int floorPerSecond) {

  // Before STANDARD, whose making looks at them.
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofHours(1);

  /** A fifth over 10 s, and 10 a second. */
  public static final BudgetLimits STANDARD = new BudgetLimits(0.2, Duration.ofSeconds(10), 10);

  /**
   * Checks the bounds.
   *
   * @throws InvalidInputException when one is out of them
   */
  public BudgetLimits {
    if (!(share >= 0 && share <= 1)) {
      throw new InvalidInputException("retryBudget.share", Double.toString(share), "0 to 1");
    }
    if (window.compareTo(SHORTEST) < 0 || window.compareTo(LONGEST) > 0) {
      throw new InvalidInputException(
          "retryBudget.window",
          window.isNegative() ? window.toString() : Durations.format(window),
          "from 1s to 1h");
    }
    if (floorPerSecond < 0) {
      throw new InvalidInputException(
          "retryBudget.floorPerSecond", Integer.toString(floorPerSecond), "0 or more");
    }
  }
}
