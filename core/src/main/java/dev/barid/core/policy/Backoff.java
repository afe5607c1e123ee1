package dev.barid.core.policy;

import static dev.barid.core.policy.Checks.duration;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Exponential backoff: {@code min(cap, base · 2^(n-1))} before attempt n+1.
 *
 * @param base the wait after the first attempt, 1 ms to 365 days
 * @param cap the longest wait, from {@code base} to 365 days
 * @param jitter how much of each wait is left to chance
 */
public record Backoff(Duration base, Duration cap, Jitter jitter) implements Spacing {
  /**
   * Checks the bounds.
   *
   * @throws dev.barid.core.text.InvalidInputException when one is out of them
   */
  public Backoff {
    duration("backoff.base", base, Duration.ofMillis(1));
    duration("backoff.cap", cap, base);
  }

  @Override
  public long plainMs(int attemptsMade) {
    long baseMs = base.toMillis();
    long capMs = cap.toMillis();
    int doublings = Math.max(attemptsMade, 1) - 1;
    // Compared by shifting the cap down, since shifting the base up overflows.
    boolean reachesCap = doublings >= Long.SIZE - 1 || baseMs > capMs >> doublings;
    return reachesCap ? capMs : baseMs << doublings;
  }

  @Override
  public Wait next(int attemptsMade, RandomGenerator random) {
    long plainMs = plainMs(attemptsMade);
    return switch (jitter) {
      case EQUAL -> new Wait(plainMs - random.nextLong(plainMs / 2 + 1), 0);
      case FULL -> new Wait(random.nextLong(plainMs + 1), 0);
      case NONE -> new Wait(plainMs, 0);
    };
  }
}
