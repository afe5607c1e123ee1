package dev.barid.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.Seeded;
import dev.barid.core.policy.Spacing.Wait;
import dev.barid.core.text.InvalidInputException;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The wait before the next attempt")
class SpacingTest {
  @ParameterizedTest
  @CsvSource({
    "1, 60000",
    "2, 120000",
    "3, 240000",
    "6, 1920000",
    "7, 3600000",
    "8, 3600000",
    "63, 3600000",
    "64, 3600000",
    "65, 3600000",
    "128, 3600000",
    "2147483647, 3600000",
  })
  @Tag("R-B1")
  void doublesFromTheBaseToTheCap(int attemptsMade, long expectedMs) {
    Backoff standard = new Backoff(Duration.ofMinutes(1), Duration.ofHours(1), Jitter.NONE);

    assertThat(standard.plainMs(attemptsMade)).isEqualTo(expectedMs);
    assertThat(standard.next(attemptsMade, new Random(1))).isEqualTo(new Wait(expectedMs, 0));
  }

  @Test
  @Tag("R-B1")
  void isTheFormulaWhateverBaseCapAndAttempt() {
    Seeded.runs(
        5_000,
        random -> {
          long capMs = 1 + random.nextLong(Duration.ofDays(365).toMillis());
          long baseMs = 1 + (random.nextBoolean() ? random.nextLong(capMs) : 0);
          int attemptsMade = 1 + random.nextInt(random.nextBoolean() ? 80 : Integer.MAX_VALUE);
          Backoff backoff =
              new Backoff(Duration.ofMillis(baseMs), Duration.ofMillis(capMs), Jitter.NONE);

          BigInteger exact =
              BigInteger.valueOf(baseMs)
                  .shiftLeft(Math.min(attemptsMade - 1, 100))
                  .min(BigInteger.valueOf(capMs));

          assertThat(backoff.plainMs(attemptsMade)).isEqualTo(exact.longValueExact());
        });
  }

  @ParameterizedTest
  @CsvSource({"EQUAL, 500, 1000", "FULL, 0, 1000", "NONE, 1000, 1000"})
  @Tag("R-B2")
  void isSpreadOverAllThatItsJitterAllowsAndNoMore(Jitter jitter, long leastMs, long mostMs) {
    Backoff backoff = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(1), jitter);

    Seeded.runs(
        3,
        random -> {
          long[] waits =
              LongStream.generate(() -> backoff.next(1, random).leastMs()).limit(20_000).toArray();
          double middle = (leastMs + mostMs) / 2.0;
          long slack = (mostMs - leastMs) / 100;

          assertThat(LongStream.of(waits)).allMatch(wait -> wait >= leastMs && wait <= mostMs);
          assertThat(LongStream.of(waits).min().orElseThrow()).isBetween(leastMs, leastMs + slack);
          assertThat(LongStream.of(waits).max().orElseThrow()).isBetween(mostMs - slack, mostMs);
          assertThat(LongStream.of(waits).average().orElseThrow())
              .isBetween(middle - 2 * slack, middle + 2 * slack);
        });
  }

  @ParameterizedTest
  @CsvSource({"EQUAL, 1", "FULL, 1", "NONE, 1"})
  @Tag("R-B2")
  void ofOneMillisecondNeverFails(Jitter jitter, long mostMs) {
    Backoff backoff = new Backoff(Duration.ofMillis(1), Duration.ofMillis(1), jitter);

    Seeded.runs(200, random -> assertThat(backoff.next(1, random).leastMs()).isBetween(0L, mostMs));
  }

  @Test
  @Tag("R-B2")
  void followsTheRandomSourceGiven() {
    Spacing spacing = Policy.STANDARD.spacing();

    assertThat(spacing.next(3, new Random(7))).isEqualTo(spacing.next(3, new Random(7)));
  }

  @Test
  @Tag("R-B3")
  void followsTheScheduleAndRepeatsItsLastEntry() {
    Schedule schedule =
        new Schedule(List.of(Duration.ofSeconds(5), Duration.ofMinutes(5)), Jitter.NONE);

    assertThat(IntStream.of(1, 2, 3, 99, Integer.MAX_VALUE).mapToLong(schedule::plainMs))
        .containsExactly(5_000L, 300_000L, 300_000L, 300_000L, 300_000L);
    assertThat(schedule.next(1, new Random(1))).isEqualTo(new Wait(5_000, 0));
  }

  @Test
  @Tag("R-B3")
  void onAScheduleIsLengthenedByUpToATenthAndNeverShortened() {
    Schedule schedule = new Schedule(List.of(Duration.ofSeconds(10)));

    Seeded.runs(
        2_000,
        random -> {
          Wait wait = schedule.next(1, random);

          assertThat(wait.leastMs()).isEqualTo(10_000);
          assertThat(wait.extraMs()).isBetween(0L, 1_000L);
        });
  }

  @Test
  @Tag("R-X3")
  void isRefusedOutOfItsBounds() {
    assertRefused(() -> backoff(Duration.ZERO, Duration.ofHours(1)), "backoff.base \"0s\"");
    assertRefused(() -> backoff(Duration.ofSeconds(-1), Duration.ofHours(1)), "backoff.base \"PT");
    assertRefused(
        () -> backoff(Duration.ofHours(2), Duration.ofHours(1)),
        "backoff.cap \"1h\" (expected: from 2h to 365d)");
    assertRefused(() -> backoff(Duration.ofHours(2), Duration.ofDays(366)), "backoff.cap \"366d\"");
    assertRefused(() -> new Schedule(List.of()), "schedule \"0 entries\"");
    assertRefused(
        () -> new Schedule(Collections.nCopies(101, Duration.ofSeconds(1))),
        "schedule \"101 entries\"");
    assertRefused(
        () -> new Schedule(List.of(Duration.ofSeconds(1), Duration.ZERO)), "schedule[1] \"0s\"");
  }

  private static void backoff(Duration base, Duration cap) {
    assertThat(new Backoff(base, cap, Jitter.EQUAL)).isNotNull();
  }

  private static void assertRefused(Runnable making, String messageStart) {
    assertThatThrownBy(making::run)
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(messageStart);
  }
}
