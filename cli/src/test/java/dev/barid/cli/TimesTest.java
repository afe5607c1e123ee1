package dev.barid.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimesTest {

  private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "2026-04-30T23:00:00Z, 2026-04-30T23:00:00Z",
    "2026-04-30T23:00:00+02:00, 2026-04-30T21:00:00Z",
    "2026-04-30T23:00, 2026-04-30T23:00:00Z",
    "2026-04-30, 2026-04-30T00:00:00Z",
    "2h, 2026-05-01T10:00:00Z",
    "1d, 2026-04-30T12:00:00Z",
  })
  void aTimeIsAnInstantADayOrHowLongAgo(String text, Instant expected) {
    assertThat(Times.parse(text, NOW)).isEqualTo(expected);
  }

  @Test
  void anythingElseIsRefusedWithExamples() {
    assertThatThrownBy(() -> Times.parse("yesterday", NOW))
        .hasMessageStartingWith("time \"yesterday\" (expected: a time such as 2026-01-31T12");
  }
}
