package dev.barid.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, whsec_***",
        "[whsk_AAAA/+BB== whsec_CC], [whsk_*** whsec_***]",
        "https://user:p@ss@hooks.example/x, https://***@hooks.example/x",
        "whatever@example, whatever@example",
        "whsec_, whsec_",
      })
  @Tag("R-R3")
  void masksWhatLooksLikeASecret(String value, String shown) {
    assertThat(new InvalidInputException("f", value, "e").value()).isEqualTo(shown);
    assertThat(new InvalidInputException(value, "v", "e"))
        .hasMessage(shown + " \"v\" (expected: e)");
  }

  @Test
  void isTheSameErrorUnderALongerName() {
    InvalidInputException error = new InvalidInputException("cap", "a\n" + "x".repeat(300), "e");
    InvalidInputException longer = error.within("endpoints[0].policy");

    assertThat(longer.field()).isEqualTo("endpoints[0].policy.cap");
    assertThat(longer.value()).isEqualTo(error.value());
    assertThat(longer.expected()).isEqualTo("e");
    assertThat(longer).hasMessageStartingWith("endpoints[0].policy.cap \"a\\nxxx");
    assertThat(longer.getStackTrace()).isEqualTo(error.getStackTrace());
  }
}
