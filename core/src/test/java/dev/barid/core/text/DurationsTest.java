package dev.barid.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.Seeded;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A duration")
@Tag("R-X3")
class DurationsTest {
  @ParameterizedTest
  @CsvSource({
    "250ms, PT0.25S",
    "30s, PT30S",
    "5m, PT5M",
    "2h, PT2H",
    "3d, PT72H",
    "0s, PT0S",
    "0ms, PT0S",
    "007m, PT7M",
    "365d, PT8760H",
    "8760h, PT8760H",
    "31536000000ms, PT8760H",
    "00000000000000000000000000001s, PT1S",
  })
  void isOneWholeNumberAndOneUnit(String text, Duration expected) {
    assertThat(Durations.parse(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "s",
        "30",
        "30 s",
        " 30s",
        "30s ",
        "30s\n",
        "-5s",
        "+5s",
        "1.5h",
        "1e3s",
        "1h30m",
        "30S",
        "30sec",
        "5w",
        "٣s",
        "366d",
        "8761h",
        "31536000001ms",
        "9223372036854775807d",
        "99999999999999999999s",
      })
  void ofAnyOtherFormOrBeyondAYearIsRefused(String text) {
    assertThatThrownBy(() -> Durations.parse("giveUpAfter", text))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("giveUpAfter \"")
        .hasMessageEndingWith(
            "(expected: a whole number and a unit out of ms, s, m, h, d, such as 30s, at most"
                + " 365d)");
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0s",
    "PT0.001S, 1ms",
    "PT1.5S, 1500ms",
    "PT1S, 1s",
    "PT90S, 90s",
    "PT120S, 2m",
    "PT24H, 1d",
    "PT25H, 25h",
    "PT0.0019S, 1ms",
  })
  void isWrittenInItsShortestExactForm(Duration duration, String expected) {
    assertThat(Durations.format(duration)).isEqualTo(expected);
  }

  @Test
  void thatIsNegativeIsNotWritten() {
    assertThatThrownBy(() -> Durations.format(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void isReadBackAsItWasWritten() {
    Seeded.runs(
        5_000,
        random -> {
          long unit = List.of(1L, 1_000L, 60_000L, 3_600_000L, 86_400_000L).get(random.nextInt(5));
          long count = random.nextLong(Durations.MAX.toMillis() / unit + 1);
          Duration duration = Duration.ofMillis(count * unit);

          assertThat(Durations.parse(Durations.format(duration))).isEqualTo(duration);
        });
  }

  @Test
  void isReadOrRefusedWhateverTheText() {
    Seeded.runs(
        5_000,
        random -> {
          StringBuilder text = new StringBuilder();
          for (int i = random.nextInt(24); i > 0; i--) {
            text.append("0123456789mshd .-e+".charAt(random.nextInt(19)));
          }
          try {
            assertThat(Durations.parse(text.toString())).isBetween(Duration.ZERO, Durations.MAX);
          } catch (InvalidInputException e) {
            assertThat(e.field()).isEqualTo("duration");
          }
        });
  }
}
