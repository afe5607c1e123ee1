package dev.barid.core.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.Seeded;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What is released")
@Tag("R-I2")
class ReleasePaceTest {
  private static final Duration TICK = Duration.ofMillis(50);

  @ParameterizedTest
  @CsvSource({"100, 1000", "1, 10", "0.1, 1", "3, 30", "33.3, 333", "0.7, 7", "100000, 1000000"})
  void comesToTheRateExactlyOverManyTicks(double rate, int inTenSeconds) {
    ReleasePace pace = ReleasePace.FRESH;
    int released = 0;
    for (int tick = 0; tick < 200; tick++) {
      pace = pace.afterWaiting(rate, TICK);
      int now = pace.allowance();
      pace = pace.released(now);
      released += now;
    }
    assertThat(released).isEqualTo(inTenSeconds);
  }

  @Test
  void neverExceedsOneSecondsWorthAtOnceAfterALongSleep() {
    ReleasePace pace = ReleasePace.FRESH.afterWaiting(50, Duration.ofDays(3));

    assertThat(pace.allowance()).isEqualTo(50);
    assertThat(ReleasePace.FRESH.afterWaiting(0.01, Duration.ofDays(3)).allowance()).isEqualTo(1);
  }

  @Test
  void stepsOnWithWhatWasNotTaken() {
    ReleasePace pace = ReleasePace.FRESH.afterWaiting(10, Duration.ofMillis(550));

    assertThat(pace.allowance()).isEqualTo(5);
    assertThat(pace.released(2).allowance()).isEqualTo(3);
    assertThat(pace.released(5).afterWaiting(10, TICK).allowance()).isEqualTo(1);
    assertThatThrownBy(() -> pace.released(6)).hasMessage("count \"6\" (expected: 0 to 5)");
  }

  @Test
  void neverExceedsRateTimesTimePlusOneSecondsWorth() {
    Seeded.runs(
        200,
        random -> {
          double rate = Math.pow(10, -2 + 5 * random.nextDouble());
          ReleasePace pace = ReleasePace.FRESH;
          long elapsedMs = 0;
          long released = 0;
          for (int i = 0; i < 500; i++) {
            int tickMs = random.nextInt(random.nextInt(10) == 0 ? 60_000 : 100);
            elapsedMs += tickMs;
            pace = pace.afterWaiting(rate, Duration.ofMillis(tickMs));
            int count = pace.allowance() == 0 ? 0 : random.nextInt(pace.allowance() + 1);
            pace = pace.released(count);
            released += count;

            assertThat(count).isLessThanOrEqualTo((int) Math.ceil(Math.max(1, rate)));
            assertThat((double) released).isLessThanOrEqualTo(rate * elapsedMs / 1e3 + 1e-3);
          }
        });
  }
}
