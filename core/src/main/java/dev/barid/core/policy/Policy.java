package dev.barid.core.policy;

import static dev.barid.core.policy.Checks.count;
import static dev.barid.core.policy.Checks.duration;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How deliveries to an endpoint are attempted, and when they end.
 *
 * @param spacing how far apart attempts are
 * @param maxAttempts the most attempts per delivery, 1 to 100 000
 * @param giveUpAfter how long after first sight the delivery ends, 1 ms to 365 days
 * @param timeout one deadline over the whole of an attempt, 1 ms to 10 min
 * @param notFoundAttempts attempts after which 404 is permanent; 0 and 1 mean at once
 * @param statusRules which answers may be retried
 * @param breaker when the endpoint's circuit breaker opens
 */
public record Policy(
    Spacing spacing,
    int maxAttempts,
    Duration giveUpAfter,
    Duration timeout,
    int notFoundAttempts,
    StatusRules statusRules,
    BreakerPolicy breaker) {
  private static final int MOST_ATTEMPTS = 100_000;
  private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(10);

  /** Backoff from 1 min to 1 h with equal jitter, 16 attempts, 72 h. */
  public static final Policy STANDARD =
      new Policy(
          new Backoff(Duration.ofMinutes(1), Duration.ofHours(1), Jitter.EQUAL),
          16,
          Duration.ofHours(72),
          Duration.ofSeconds(15),
          5,
          StatusRules.STANDARD,
          BreakerPolicy.STANDARD);

  /** The schedule that the Standard Webhooks specification recommends, 10 attempts, 96 h. */
  public static final Policy STANDARD_WEBHOOKS =
      STANDARD.spaced(
          new Schedule(
              List.of(
                  Duration.ofSeconds(5),
                  Duration.ofMinutes(5),
                  Duration.ofMinutes(30),
                  Duration.ofHours(2),
                  Duration.ofHours(5),
                  Duration.ofHours(10),
                  Duration.ofHours(14),
                  Duration.ofHours(20),
                  Duration.ofHours(24))),
          10,
          Duration.ofHours(96));

  /** Backoff from 1 s to 60 s with full jitter, 7 attempts, 24 h. */
  public static final Policy AGGRESSIVE =
      STANDARD.spaced(
          new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(60), Jitter.FULL),
          7,
          Duration.ofHours(24));

  private static final Map<String, Policy> PRESETS = presets();

  /**
   * Checks the bounds.
   *
   * @throws dev.barid.core.text.InvalidInputException when one is out of them
   */
  public Policy {
    count("maxAttempts", maxAttempts, 1, MOST_ATTEMPTS);
    duration("giveUpAfter", giveUpAfter, Duration.ofMillis(1));
    duration("timeout", timeout, Duration.ofMillis(1), LONGEST_TIMEOUT);
    count("notFoundAttempts", notFoundAttempts, 0, MOST_ATTEMPTS);
  }

  /** The preset of that name; empty when there is none. */
  public static Optional<Policy> preset(String name) {
    return Optional.ofNullable(PRESETS.get(name));
  }

  /** The presets' names, the default one first. */
  public static Set<String> presetNames() {
    return PRESETS.keySet();
  }

  private Policy spaced(Spacing other, int attempts, Duration giveUp) {
    return new Policy(other, attempts, giveUp, timeout, notFoundAttempts, statusRules, breaker);
  }

  private static Map<String, Policy> presets() {
    Map<String, Policy> presets = new LinkedHashMap<>();
    presets.put("standard", STANDARD);
    presets.put("standard-webhooks", STANDARD_WEBHOOKS);
    presets.put("aggressive", AGGRESSIVE);
    return Collections.unmodifiableMap(presets);
  }
}
