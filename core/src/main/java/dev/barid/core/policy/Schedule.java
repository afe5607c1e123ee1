package dev.barid.core.policy;

import static dev.barid.core.policy.Checks.duration;

import dev.barid.core.text.InvalidInputException;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The waits written out: the first entry after the first attempt, and so on; past the end the last
 * one repeats. Jitter adds up to a tenth to each, and never takes away; with {@link Jitter#NONE} it
 * adds nothing.
 *
 * @param waits 1 to 100 entries, each 1 ms to 365 days
 * @param jitter equal and full mean the same here
 */
public record Schedule(List<Duration> waits, Jitter jitter) implements Spacing {
  private static final int MAX_ENTRIES = 100;

  /**
   * Checks the entries.
   *
   * @throws InvalidInputException when there is none, too many, or one is out of bounds
   */
  public Schedule {
    waits = List.copyOf(waits);
    if (waits.isEmpty() || waits.size() > MAX_ENTRIES) {
      throw new InvalidInputException(
          "schedule", waits.size() + " entries", "1 to " + MAX_ENTRIES + " durations");
    }
    for (int i = 0; i < waits.size(); i++) {
      duration("schedule[" + i + "]", waits.get(i), Duration.ofMillis(1));
    }
  }

  /** A schedule with the jitter that is usual: up to a tenth is added. */
  public Schedule(List<Duration> waits) {
    this(waits, Jitter.EQUAL);
  }

  @Override
  public long plainMs(int attemptsMade) {
    int index = Math.min(Math.max(attemptsMade, 1), waits.size()) - 1;
    return waits.get(index).toMillis();
  }

  @Override
  public Wait next(int attemptsMade, RandomGenerator random) {
    return Spacing.spread(plainMs(attemptsMade), jitter, random);
  }
}
