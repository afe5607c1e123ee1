package dev.barid.faults.scene;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;

/** The promise of an endpoint's rate, as an object: a burst of one second's worth, no more. */
final class Pace {

  /**
   * By how much longer one request may be on its way than another: the rate is that of the starts,
   * and what starts within a longer time may arrive within a shorter one.
   */
  private static final Duration ON_ITS_WAY = Duration.ofMillis(250);

  private Pace() {}

  /** In no second, and in no ten seconds, does more arrive than the rate and its burst allow. */
  static void assertKept(Arrivals arrivals, int ratePerSecond) {
    IntStream.of(1, 2, 5, 10)
        .forEach(
            seconds ->
                assertThat(arrivals.mostWithin(Duration.ofSeconds(seconds)))
                    .as("arrivals within %s s", seconds)
                    .isLessThanOrEqualTo(most(Duration.ofSeconds(seconds), ratePerSecond)));
  }

  private static int most(Duration span, int ratePerSecond) {
    long startedWithinMs = span.plus(ON_ITS_WAY).toMillis();
    return ratePerSecond + (int) (startedWithinMs * ratePerSecond / 1_000);
  }
}
