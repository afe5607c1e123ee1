package dev.barid.core.delivery;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * How long a delivery may go on: set once, when the dispatcher first sees it.
 *
 * @param firstSeenAt when the dispatcher first saw the event for this endpoint
 * @param giveUpAt no attempt starts at or after this time
 */
public record Lifetime(Instant firstSeenAt, Instant giveUpAt) {

  /**
   * The lifetime of a delivery seen for the first time.
   *
   * @param now the wall clock
   * @param giveUpAfter the policy's budget, counted from now
   * @param acceptedAt the record's timestamp on {@code events}
   * @param ttl the event's own time to live, counted from {@code acceptedAt}; only ever shortens
   */
  public static Lifetime starting(
      Instant now, Duration giveUpAfter, Instant acceptedAt, Optional<Duration> ttl) {
    // Headers carry whole milliseconds; so the lifetime is the same before and after a hop.
    Instant firstSeenAt = now.truncatedTo(ChronoUnit.MILLIS);
    Instant byPolicy = firstSeenAt.plus(giveUpAfter);
    Instant giveUpAt =
        ttl.map(acceptedAt::plus).filter(byTtl -> byTtl.isBefore(byPolicy)).orElse(byPolicy);
    return new Lifetime(firstSeenAt, giveUpAt);
  }
}
