package dev.barid.faults.scene;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;

/** The promise of an endpoint's rate, as an object: a burst of one second's worth, no more. */
final class Pace {

  private Pace() {}

  /** In no second, and in no ten seconds, does more arrive than the rate and its burst allow. */
  static void assertKept(Arrivals arrivals, int ratePerSecond) {
    IntStream.of(1, 2, 5, 10)
        .forEach(
            seconds ->
                assertThat(arrivals.mostWithin(Duration.ofSeconds(seconds)))
                    .as("arrivals within %s s", seconds)
                    .isLessThanOrEqualTo((seconds + 1) * ratePerSecond));
  }
}
