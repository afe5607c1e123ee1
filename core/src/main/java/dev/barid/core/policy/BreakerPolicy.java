package dev.barid.core.policy;

import static dev.barid.core.policy.Checks.count;
import static dev.barid.core.policy.Checks.duration;

import java.time.Duration;

/**
 * When an endpoint's circuit breaker opens, and for how long.
 *
 * @param failures transient failures in a row that open it, 1 to 100 000
 * @param openFor how long it stays open before the first probe, from 1 ms
 * @param openForCap what the open time grows to while probes fail, from {@code openFor}
 */
public record BreakerPolicy(int failures, Duration openFor, Duration openForCap) {
  /** Five failures, 30 s, growing to 10 min. */
  public static final BreakerPolicy STANDARD =
      new BreakerPolicy(5, Duration.ofSeconds(30), Duration.ofMinutes(10));

  /**
   * Checks the bounds.
   *
   * @throws dev.barid.core.text.InvalidInputException when one is out of them
   */
  public BreakerPolicy {
    count("breaker.failures", failures, 1, 100_000);
    duration("breaker.openFor", openFor, Duration.ofMillis(1));
    duration("breaker.openForCap", openForCap, openFor);
  }
}
