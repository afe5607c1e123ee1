package dev.barid.core.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.attempt.AttemptResult.Answered;
import dev.barid.core.attempt.AttemptResult.Failed;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("An attempt's result")
class AttemptResultTest {
  @Test
  @Tag("R-H3")
  void givesTheRetryReason() {
    assertThat(new Answered(503).reason()).isEqualTo("http-503");
    assertThat(new Failed(ErrorClass.TIMEOUT, "no answer in 15s").reason()).isEqualTo("timeout");
    assertThat(new Failed(ErrorClass.BLOCKED_ADDRESS, "").reason()).isEqualTo("blocked-address");
  }

  @Test
  @Tag("R-C1")
  void isAnErrorUnlessItIsA2xx() {
    assertThat(new Answered(204).error()).isEmpty();
    assertThat(new Answered(204).errorClass()).isEmpty();
    assertThat(new Answered(500).error()).contains("HTTP 500");
    assertThat(new Answered(500).errorClass()).contains(ErrorClass.HTTP);
  }

  @Test
  @Tag("R-C5")
  void namesWhereARedirectionWouldHaveLed() {
    Answered redirection =
        new Answered(302, Optional.empty(), Optional.of("https://login.example/?a\r\nb"), "");

    assertThat(redirection.error())
        .contains("HTTP 302, not followed, Location: https://login.example/?a\\r\\nb");
    assertThat(new Answered(304).error()).contains("HTTP 304, not followed");
  }

  @Test
  @Tag("R-M4")
  void givesAnErrorOfOneBoundedLine() {
    String error = new Failed(ErrorClass.TLS, "bad\n" + "x".repeat(10_000)).error().orElseThrow();

    assertThat(error).startsWith("tls: bad\\nxx").endsWith("…").hasSizeLessThan(520);
  }

  @ParameterizedTest
  @EnumSource(ErrorClass.class)
  void hasAClassThatIsReadBackByItsWireName(ErrorClass errorClass) {
    assertThat(ErrorClass.fromWire(errorClass.wireName())).contains(errorClass);
  }

  @Test
  void hasTheClassesOfTheContract() {
    assertThat(Arrays.stream(ErrorClass.values()).map(ErrorClass::wireName))
        .containsExactly(
            "http", "timeout", "connect", "dns", "tls", "closed", "blocked-address", "bad-url");
    assertThat(ErrorClass.fromWire("TIMEOUT")).isEmpty();
  }
}
