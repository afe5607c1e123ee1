package dev.barid.core.subscriber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.text.InvalidInputException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("An endpoint's limits")
class LimitsTest {

  @Test
  @Tag("R-I1")
  @Tag("R-I2")
  void areTenInFlightAndAHundredASecondByDefault() {
    assertThat(Limits.DEFAULT).isEqualTo(new Limits(10, 100, 100));
  }

  @ParameterizedTest
  @CsvSource({"100, 100", "0.001, 1", "1, 1", "1.5, 2", "99999.5, 100000"})
  @Tag("R-I2")
  void haveABurstOfOneSecondsWorthAndAtLeastOne(double rate, int burst) {
    assertThat(Limits.of(1, rate).burst()).isEqualTo(burst);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 1, concurrency",
    "-1, 1, 1, concurrency",
    "1001, 1, 1, concurrency",
    "1, 0, 1, ratePerSecond",
    "1, -1, 1, ratePerSecond",
    "1, NaN, 1, ratePerSecond",
    "1, Infinity, 1, ratePerSecond",
    "1, 100000.1, 1, ratePerSecond",
    "1, 1, 0, burst",
    "1, 1, 1000001, burst",
  })
  @Tag("R-X3")
  void areFiniteAndAboveNothing(int concurrency, double rate, int burst, String field) {
    assertThatThrownBy(() -> new Limits(concurrency, rate, burst))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith(field + " \"");
  }
}
