package dev.barid.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.barid.benchmarks.measure.Window.Sample;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowTest {

  @Test
  void itBeginsWhenHalfIsDoneAndEndsBeforeTheLastOnes() {
    List<Sample> samples =
        List.of(sample(0, 0, 0), sample(4, 480, 3), sample(5, 500, 4), sample(7, 960, 6));
    Window window = Window.of(samples, 1_000).orElseThrow();
    assertThat(window.deliveries()).isEqualTo(460);
    assertThat(window.perSecond()).isCloseTo(230, within(0.01));
    assertThat(window.cpuMicrosPerDelivery()).isCloseTo(2e6 / 460, within(0.01));
  }

  @Test
  void aRunThatDoesNotComeToItsEndHasNone() {
    assertThat(Window.of(List.of(sample(0, 0, 0), sample(4, 940, 3)), 1_000)).isEmpty();
    assertThat(Window.of(List.of(sample(0, 1_000, 0)), 1_000))
        .as("one look is no window")
        .isEmpty();
  }

  private static Sample sample(long seconds, long deliveries, long cpuSeconds) {
    return new Sample(
        Duration.ofSeconds(seconds).toNanos(), deliveries, Duration.ofSeconds(cpuSeconds));
  }
}
