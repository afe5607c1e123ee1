package dev.barid.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("An input error")
@Tag("R-X3")
class InvalidInputExceptionTest {
  @Test
  void namesTheFieldTheValueAndWhatWasExpected() {
    InvalidInputException error = new InvalidInputException("port", "0", "1 to 65535");

    assertThat(error).hasMessage("port \"0\" (expected: 1 to 65535)");
    assertThat(error.field()).isEqualTo("port");
    assertThat(error.value()).isEqualTo("0");
    assertThat(error.expected()).isEqualTo("1 to 65535");
  }

  @Test
  void staysOnOneLineAndShort() {
    String value = "a\r\nb\tc\0\u001b[31m\u2028\u202e\ud800" + "x".repeat(500);

    assertThat(new InvalidInputException("f", value, "e").value())
        .startsWith("a\\r\\nb\\tc\\u0000\\u001b[31m\\u2028\\u202e\\ud800xxx")
        .endsWith("x…")
        .hasSizeLessThan(140);
  }

  @Test
  void cutsNoCharacterInHalf() {
    String value = "x".repeat(99) + "😀";

    assertThat(new InvalidInputException("f", value, "e").value()).isEqualTo("x".repeat(99) + "…");
  }
}
