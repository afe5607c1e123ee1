package dev.barid.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.Seeded;
import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.AttemptResult.Answered;
import dev.barid.core.attempt.AttemptResult.Failed;
import dev.barid.core.attempt.ErrorClass;
import dev.barid.core.policy.Decision.DeadLettered;
import dev.barid.core.policy.Decision.Delivered;
import dev.barid.core.policy.Decision.RetryAt;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What becomes of a delivery")
class DeciderTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant FAR = NOW.plus(Duration.ofDays(3));
  private static final Policy NO_JITTER =
      policy(new Backoff(Duration.ofMinutes(1), Duration.ofHours(1), Jitter.NONE), 16, 5);

  @Test
  @Tag("R-C1")
  void afterASuccessIsDeliveredEvenPastEveryBudget() {
    assertThat(decide(99, NOW.minusSeconds(1), new Answered(204), NO_JITTER))
        .isEqualTo(new Delivered());
  }

  @Test
  @Tag("R-C2")
  @Tag("R-B1")
  void afterATransientFailureIsAnotherAttempt() {
    assertThat(decide(3, FAR, new Answered(503), NO_JITTER)).isEqualTo(retryIn("PT4M"));
    assertThat(decide(1, FAR, new Failed(ErrorClass.DNS, "no such host"), NO_JITTER))
        .isEqualTo(retryIn("PT1M"));
  }

  @Test
  @Tag("R-C3")
  void afterAPermanentFailureIsADeadLetterAtOnce() {
    assertThat(decide(1, FAR, new Answered(422), NO_JITTER))
        .isEqualTo(new DeadLettered(DeadLetterReason.PERMANENT, "HTTP 422"));
    assertThat(decide(1, FAR, new Failed(ErrorClass.BLOCKED_ADDRESS, "loopback"), NO_JITTER))
        .isEqualTo(new DeadLettered(DeadLetterReason.PERMANENT, "blocked-address: loopback"));
  }

  @Test
  @Tag("R-C6")
  void afterA410IsADeadLetterOfAGoneEndpoint() {
    assertThat(decide(1, FAR, new Answered(410), NO_JITTER))
        .isEqualTo(new DeadLettered(DeadLetterReason.GONE, "HTTP 410"));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, true",
    "1, 1, true",
    "2, 1, false",
    "2, 2, true",
    "5, 4, false",
    "5, 5, true",
    "5, 6, true",
  })
  @Tag("R-C4")
  void afterA404DependsOnItsOwnBudget(int notFoundAttempts, int attemptsMade, boolean ends) {
    Policy policy = policy(NO_JITTER.spacing(), 16, notFoundAttempts);

    Decision decision = decide(attemptsMade, FAR, new Answered(404), policy);

    assertThat(decision instanceof DeadLettered).isEqualTo(ends);
    if (decision instanceof DeadLettered end) {
      assertThat(end.reason()).isEqualTo(DeadLetterReason.PERMANENT);
      assertThat(end.detail()).startsWith("HTTP 404 after " + attemptsMade + " attempt");
    }
  }

  @Test
  @Tag("R-B4")
  @Tag("R-S4")
  void afterTheLastAttemptIsExhausted() {
    assertThat(decide(15, FAR, new Answered(500), NO_JITTER)).isInstanceOf(RetryAt.class);
    assertThat(decide(16, FAR, new Answered(500), NO_JITTER))
        .isEqualTo(
            new DeadLettered(
                DeadLetterReason.EXHAUSTED,
                "HTTP 500 after 16 attempts, all that the policy allows"));
    assertThat(decide(Integer.MAX_VALUE, FAR, new Answered(500), NO_JITTER))
        .isInstanceOf(DeadLettered.class);
  }

  @Test
  @Tag("R-B4")
  void whoseNextAttemptWouldNotBeBeforeTheGiveUpTimeIsExpiredAtOnce() {
    assertThat(decide(1, NOW.plusSeconds(61), new Answered(500), NO_JITTER))
        .isEqualTo(retryIn("PT1M"));
    assertThat(decide(1, NOW.plusSeconds(60), new Answered(500), NO_JITTER))
        .isEqualTo(
            new DeadLettered(
                DeadLetterReason.EXPIRED,
                "HTTP 500 after 1 attempt; the next backoff of 1m reaches past the give-up time"
                    + " 2026-03-01T12:01:00Z"));
  }

  @Test
  @Tag("R-B4")
  void withBothBudgetsAtTheirEndIsExhausted() {
    assertThat(decide(16, NOW, new Answered(500), NO_JITTER))
        .extracting(decision -> ((DeadLettered) decision).reason())
        .isEqualTo(DeadLetterReason.EXHAUSTED);
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 404, 408, 429, 500, 503})
  @Tag("R-B5")
  void heedsTheRetryAfterOfAnyRetryableAnswer(int status) {
    assertThat(decide(1, FAR, asking(status, "120"), NO_JITTER))
        .isEqualTo(new RetryAt(NOW.plusSeconds(120), Optional.of(Duration.ofSeconds(120))));
    assertThat(decide(1, FAR, asking(status, "Sun, 01 Mar 2026 12:02:00 GMT"), NO_JITTER))
        .isEqualTo(new RetryAt(NOW.plusSeconds(120), Optional.of(Duration.ofSeconds(120))));
  }

  @Test
  @Tag("R-B5")
  void isNoEarlierThanTheBackoffWhenRetryAfterIsShorter() {
    assertThat(decide(1, FAR, asking(503, "5"), NO_JITTER))
        .isEqualTo(new RetryAt(NOW.plusSeconds(60), Optional.of(Duration.ofSeconds(5))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "-5", "12.5", "300s", "1e18", "inf", "99999999999999999999"})
  @Tag("R-B5")
  void isNotTouchedByARetryAfterThatCannotBeRead(String value) {
    assertThat(decide(1, FAR, asking(503, value), NO_JITTER)).isEqualTo(retryIn("PT1M"));
  }

  @Test
  @Tag("R-B5")
  void withARetryAfterPastTheGiveUpTimeIsExpiredAndSaysSo() {
    assertThat(decide(2, NOW.plusSeconds(3600), asking(429, "7200"), NO_JITTER))
        .isEqualTo(
            new DeadLettered(
                DeadLetterReason.EXPIRED,
                "HTTP 429 after 2 attempts; its Retry-After of 2h reaches past the give-up time"
                    + " 2026-03-01T13:00:00Z"));
  }

  @Test
  @Tag("R-B5")
  void comparesRetryAfterWithTheGiveUpTimeOnlyOnceItIsCapped() {
    Instant in25Hours = NOW.plus(Duration.ofHours(25));

    assertThat(decide(1, in25Hours, asking(503, "9999999999"), NO_JITTER))
        .isEqualTo(new RetryAt(NOW.plus(Duration.ofHours(24)), Optional.of(Duration.ofHours(24))));
    assertThat(
            new Decider(Duration.ofMinutes(10))
                .decide(1, FAR, asking(503, "9999999999"), NO_JITTER, NOW, new Random(1)))
        .isEqualTo(new RetryAt(NOW.plusSeconds(600), Optional.of(Duration.ofMinutes(10))));
  }

  @Test
  @Tag("R-X3")
  void needsACapThatIsNotNegative() {
    assertThatThrownBy(() -> new Decider(Duration.ofSeconds(-1)))
        .hasMessageStartingWith("retryAfterCap \"PT-1S\"");
  }

  @Test
  @Tag("R-B5")
  void isRoundedUpToTheMillisecondThatIsStored() {
    Instant between = NOW.plusNanos(1);

    Decision decision =
        Decider.STANDARD.decide(1, FAR, asking(503, "120"), NO_JITTER, between, new Random(1));

    assertThat(decision)
        .isEqualTo(
            new RetryAt(NOW.plusSeconds(120).plusMillis(1), Optional.of(Duration.ofSeconds(120))));
  }

  @Test
  @Tag("R-B2")
  @Tag("R-B4")
  @Tag("R-B5")
  void isAlwaysWithinThePolicysBounds() {
    Seeded.runs(
        20_000,
        random -> {
          Jitter jitter = Jitter.values()[random.nextInt(3)];
          Backoff backoff =
              new Backoff(
                  Duration.ofMillis(1 + random.nextInt(5_000)), Duration.ofMinutes(1), jitter);
          int attemptsMade = 1 + random.nextInt(12);
          long askedMs = random.nextBoolean() ? random.nextInt(120) * 1_000L : -1;
          Instant now = NOW.plusNanos(random.nextInt(1_000_000_000));
          Instant giveUpAt = NOW.plusMillis(random.nextInt(200_000)).truncatedTo(ChronoUnit.MILLIS);
          AttemptResult result =
              askedMs < 0 ? new Answered(503) : asking(503, Long.toString(askedMs / 1_000));

          Decision decision =
              Decider.STANDARD.decide(
                  attemptsMade, giveUpAt, result, policy(backoff, 10, 5), now, random);

          assertWithinBounds(decision, attemptsMade, backoff, askedMs, now, giveUpAt);
        });
  }

  private static void assertWithinBounds(
      Decision decision,
      int attemptsMade,
      Backoff backoff,
      long askedMs,
      Instant now,
      Instant giveUpAt) {
    long plainMs = backoff.plainMs(attemptsMade);
    if (decision instanceof DeadLettered end) {
      DeadLetterReason reason =
          attemptsMade >= 10 ? DeadLetterReason.EXHAUSTED : DeadLetterReason.EXPIRED;
      assertThat(end.reason()).isEqualTo(reason);
      if (reason == DeadLetterReason.EXPIRED) {
        assertThat(now.plusMillis(Math.max(plainMs, askedMs) + 1)).isAfterOrEqualTo(giveUpAt);
      }
      return;
    }
    long leastMs =
        askedMs >= 0
            ? Math.max(plainMs, askedMs)
            : switch (backoff.jitter()) {
              case EQUAL -> plainMs / 2;
              case FULL -> 0;
              case NONE -> plainMs;
            };
    long mostMs = askedMs >= 0 ? leastMs + leastMs / 10 : plainMs;
    Instant dueAt = ((RetryAt) decision).dueAt();
    assertThat(attemptsMade).isLessThan(10);
    assertThat(dueAt).isBefore(giveUpAt).isAfterOrEqualTo(now.plusMillis(leastMs));
    assertThat(dueAt).isBeforeOrEqualTo(now.plusMillis(mostMs + 1));
  }

  @Test
  @Tag("R-B5")
  void spreadsThoseThatWereToldTheSameTime() {
    Policy policy = Policy.STANDARD;
    Random random = new Random(5);

    long distinct =
        Stream.generate(
                () -> Decider.STANDARD.decide(1, FAR, asking(503, "120"), policy, NOW, random))
            .limit(100)
            .distinct()
            .count();

    assertThat(distinct).isGreaterThan(90);
  }

  @Test
  @Tag("R-B4")
  void losesNoAttemptToJitterThatOnlyAdds() {
    Instant justAfter = NOW.plusSeconds(3600).plusMillis(1);

    Seeded.runs(
        500,
        random ->
            assertThat(
                    Decider.STANDARD.decide(
                        1, justAfter, asking(503, "3600"), Policy.STANDARD, NOW, random))
                .isEqualTo(
                    new RetryAt(NOW.plusSeconds(3600), Optional.of(Duration.ofSeconds(3600)))));
  }

  private static Decision decide(
      int attemptsMade, Instant giveUpAt, AttemptResult result, Policy policy) {
    return Decider.STANDARD.decide(attemptsMade, giveUpAt, result, policy, NOW, new Random(1));
  }

  private static Answered asking(int status, String retryAfter) {
    return new Answered(status, Optional.of(retryAfter), Optional.empty(), "");
  }

  private static RetryAt retryIn(String wait) {
    return new RetryAt(NOW.plus(Duration.parse(wait)), Optional.empty());
  }

  private static Policy policy(Spacing spacing, int maxAttempts, int notFoundAttempts) {
    return new Policy(
        spacing,
        maxAttempts,
        Duration.ofDays(3),
        Duration.ofSeconds(15),
        notFoundAttempts,
        StatusRules.STANDARD,
        BreakerPolicy.STANDARD);
  }
}
