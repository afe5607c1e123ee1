package dev.barid.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveTableTest {

  private static final Frame FRAME =
      new Frame(
          12,
          480,
          600,
          List.of(
              new Row("clinic/visits", 99_999, 50_000, 60_000, 10_000, 20_000, "822ms", "1.9s"),
              new Row("hotel/bookings", 0, 0, 0, 0, 0, "-", "-")),
          Map.of("exhausted", 20_000));

  @ParameterizedTest
  @ValueSource(ints = {80, 120, 200})
  void noLineIsWiderThanTheTerminal(int width) {
    List<String> lines = new LiveTable(Glyphs.of(true, false)).lines(FRAME, width);

    assertThat(lines).allMatch(line -> line.length() <= width);
    assertThat(lines).anyMatch(line -> line.contains("clinic/visits") && line.contains("█"));
  }

  @Test
  void aBarIsAlwaysWholeAndShowsWhatIsThere() {
    Row row = new Row("x", 1_000, 997, 0, 0, 1, "-", "-");

    assertThat(Glyphs.of(false, false).bar(row, 10)).isEqualTo("########~x");
    assertThat(Glyphs.of(false, false).bar(row, 1)).hasSize(1);
  }

  @Test
  void quantilesAreRightToAFewPercent() {
    Latencies latencies = new Latencies();
    for (int ms = 1; ms <= 1_000; ms++) {
      latencies.add(ms);
    }

    assertThat(latencies.quantile(0.5)).isEqualTo("514ms");
    assertThat(latencies.quantile(0.99)).isEqualTo("1.0s");
    assertThat(new Latencies().quantile(0.5)).isEqualTo("-");
  }
}
