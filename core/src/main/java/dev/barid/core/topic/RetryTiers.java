package dev.barid.core.topic;

import dev.barid.core.text.InvalidInputException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * The delay tiers, from the shortest to the longest.
 *
 * @param tiers 1 to 16, strictly rising in length
 */
public record RetryTiers(List<RetryTier> tiers) {

  private static final String FIELD = "retry.tiers";

  /** A topic each, with a store each in the scheduler. */
  private static final int MAX_TIERS = 16;

  public static final RetryTiers DEFAULT = parse("10s,1m,10m,1h");

  public RetryTiers {
    tiers = List.copyOf(tiers);
    if (tiers.isEmpty() || tiers.size() > MAX_TIERS) {
      throw new InvalidInputException(
          FIELD, tiers.size() + " durations", "1 to " + MAX_TIERS + " durations");
    }
    Duration previous = Duration.ZERO;
    for (RetryTier tier : tiers) {
      if (tier.length().compareTo(previous) <= 0) {
        throw new InvalidInputException(
            FIELD, tier.name(), "positive durations that rise strictly");
      }
      previous = tier.length();
    }
  }

  /**
   * Parses a comma-separated list of durations, such as {@code 10s,1m,10m,1h}.
   *
   * @throws InvalidInputException if an entry is no duration, or the list is empty or doesn't rise
   */
  public static RetryTiers parse(String text) {
    return new RetryTiers(
        Arrays.stream(text.split(",", -1))
            .map(String::strip)
            .map(length -> RetryTier.parse(FIELD, length))
            .toList());
  }

  /** The smallest tier not shorter than the wait; the last one takes every longer wait. */
  public RetryTier tierFor(Duration wait) {
    for (RetryTier tier : tiers) {
      if (tier.length().compareTo(wait) >= 0) {
        return tier;
      }
    }
    return tiers.get(tiers.size() - 1);
  }
}
