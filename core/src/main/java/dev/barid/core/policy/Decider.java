package dev.barid.core.policy;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.AttemptResult.Answered;
import dev.barid.core.policy.Decision.DeadLettered;
import dev.barid.core.policy.Decision.Delivered;
import dev.barid.core.policy.Decision.RetryAt;
import dev.barid.core.policy.Spacing.Wait;
import dev.barid.core.text.Durations;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * From an attempt's result to what becomes of the delivery. Pure: the clock's reading and the
 * randomness are arguments, and nothing is kept between calls.
 *
 * @param retryAfterCap the most that is heeded of a {@code Retry-After}
 */
public record Decider(Duration retryAfterCap) {
  /** Heeds at most {@link RetryAfter#DEFAULT_CAP}. */
  public static final Decider STANDARD = new Decider(RetryAfter.DEFAULT_CAP);

  /**
   * Checks the bound: the cap is from zero to 365 days.
   *
   * @throws dev.barid.core.text.InvalidInputException when it is out of it
   */
  public Decider {
    Checks.duration("retryAfterCap", retryAfterCap, Duration.ZERO);
  }

  /**
   * Decides.
   *
   * @param attemptsMade attempts made, this one included, at least 1
   * @param giveUpAt no attempt takes place at or after this time
   * @param result what this attempt came to
   * @param policy the endpoint's policy as it is now
   * @param now the wall clock's reading
   * @param random decides the jitter
   */
  public Decision decide(
      int attemptsMade,
      Instant giveUpAt,
      AttemptResult result,
      Policy policy,
      Instant now,
      RandomGenerator random) {
    return switch (policy.statusRules().verdict(result)) {
      case SUCCESS -> new Delivered();
      case PERMANENT -> new DeadLettered(DeadLetterReason.PERMANENT, error(result));
      case GONE -> new DeadLettered(DeadLetterReason.GONE, error(result));
      case NOT_FOUND ->
          attemptsMade >= policy.notFoundAttempts()
              ? new DeadLettered(
                  DeadLetterReason.PERMANENT, error(result) + " after " + attempts(attemptsMade))
              : retry(attemptsMade, giveUpAt, result, policy, now, random);
      case TRANSIENT -> retry(attemptsMade, giveUpAt, result, policy, now, random);
    };
  }

  private Decision retry(
      int attemptsMade,
      Instant giveUpAt,
      AttemptResult result,
      Policy policy,
      Instant now,
      RandomGenerator random) {
    if (attemptsMade >= policy.maxAttempts()) {
      return new DeadLettered(
          DeadLetterReason.EXHAUSTED,
          error(result) + " after " + attempts(attemptsMade) + ", all that the policy allows");
    }
    Optional<Duration> retryAfter = retryAfter(result, now);
    Wait wait = wait(attemptsMade, retryAfter, policy.spacing(), random);
    Instant earliest = ceilToMs(now.plusMillis(wait.leastMs()));
    if (!earliest.isBefore(giveUpAt)) {
      return expired(attemptsMade, giveUpAt, result, retryAfter, wait);
    }
    // Jitter that only adds must not cost an attempt for which there was time.
    Instant dueAt = earliest.plusMillis(wait.extraMs());
    Instant last = giveUpAt.minusMillis(1);
    return new RetryAt(dueAt.isBefore(giveUpAt) ? dueAt : later(last, earliest), retryAfter);
  }

  private Optional<Duration> retryAfter(AttemptResult result, Instant now) {
    return result instanceof Answered answered
        ? answered
            .retryAfter()
            .flatMap(value -> RetryAfter.parse(value, now))
            .map(asked -> RetryAfter.capped(ceilToMs(asked), retryAfterCap))
        : Optional.empty();
  }

  /**
   * Without a Retry-After the spacing decides. With one, the wait is no shorter than either, and
   * jitter only adds: all deliveries that were told the same time would come back at once.
   */
  private static Wait wait(
      int attemptsMade, Optional<Duration> retryAfter, Spacing spacing, RandomGenerator random) {
    if (retryAfter.isEmpty()) {
      return spacing.next(attemptsMade, random);
    }
    long leastMs = Math.max(spacing.plainMs(attemptsMade), retryAfter.get().toMillis());
    return Spacing.spread(leastMs, spacing.jitter(), random);
  }

  private static DeadLettered expired(
      int attemptsMade,
      Instant giveUpAt,
      AttemptResult result,
      Optional<Duration> retryAfter,
      Wait wait) {
    String which =
        retryAfter
            .filter(asked -> asked.toMillis() >= wait.leastMs())
            .map(asked -> "its Retry-After of ")
            .orElse("the next backoff of ");
    return new DeadLettered(
        DeadLetterReason.EXPIRED,
        error(result)
            + " after "
            + attempts(attemptsMade)
            + "; "
            + which
            + Durations.format(Duration.ofMillis(wait.leastMs()))
            + " reaches past the give-up time "
            + giveUpAt);
  }

  private static String error(AttemptResult result) {
    return result.error().orElse("success");
  }

  private static String attempts(int made) {
    return made == 1 ? "1 attempt" : made + " attempts";
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static Duration ceilToMs(Duration duration) {
    return Duration.ofMillis(duration.plusNanos(999_999).toMillis());
  }

  /** Due times are stored in whole milliseconds: cut, one could come before what was asked. */
  private static Instant ceilToMs(Instant instant) {
    Instant cut = instant.truncatedTo(ChronoUnit.MILLIS);
    return cut.equals(instant) ? cut : cut.plusMillis(1);
  }
}
