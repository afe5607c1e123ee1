package dev.barid.core.subscriber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.signing.WebhookSecret;
import dev.barid.core.text.InvalidInputException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A secret that is rotated out")
@Tag("R-R3")
@Tag("R-H2")
class SigningSecretsTest {

  private static final String NEW = "whsec_bmV3LW5ldy1uZXctbmV3LW5ldy1uZXctbmV3";
  private static final String OLD = "whsec_b2xkLW9sZC1vbGQtb2xkLW9sZC1vbGQtb2xk";
  private static final String ROTATED =
      "\"%s\", {\"secret\": \"%s\", \"until\": \"2026-05-02T12:00:00Z\"}".formatted(NEW, OLD);

  @ParameterizedTest
  @CsvSource({
    "1970-01-01T00:00:00Z, 2",
    "2026-05-01T12:00:00Z, 2",
    "2026-05-02T11:59:59.999999999Z, 2",
    "2026-05-02T12:00:00Z, 1",
    "2026-05-02T12:00:00.001Z, 1",
    "2036-05-02T12:00:00Z, 1",
  })
  void signsUntilItsTimeAndNoLonger(Instant now, int signing) {
    assertThat(secretsAt(ROTATED, now)).isEqualTo(List.of(NEW, OLD).subList(0, signing));
  }

  @Test
  void mayBeAnObjectWithoutAnEnd() {
    assertThat(secretsAt("{\"secret\": \"" + OLD + "\"}", Instant.MAX)).containsExactly(OLD);
  }

  @Test
  @Tag("R-X3")
  void leavesAtLeastOneThatAlwaysSigns() {
    String only = "{\"secret\": \"%s\", \"until\": \"2036-05-02T12:00:00Z\"}".formatted(OLD);

    assertThatThrownBy(() -> endpoint(only))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageStartingWith("endpoints[0].secrets \"(each with an end)\" (expected: at least");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'until': '2036-05-02T12:00:00Z'}       | secrets[1].secret \"(missing)\"",
        "{'secret': 'whsec_', 'until': null}     | secrets[1].secret \"whsec_***\"",
        "{'secret': 'OLD', 'until': 'tomorrow'}  | secrets[1].until \"tomorrow\"",
        "{'secret': 'OLD', 'until': 1777723200}  | secrets[1].until \"(not shown)\"",
        "{'secret': 'OLD', 'untill': '1d'}       | secrets[1].untill",
        "['OLD']                                 | secrets[1] \"(not shown)\"",
        "17                                      | secrets[1] \"(not shown)\"",
      })
  @Tag("R-X3")
  void isRefusedWhereItMakesNoSense(String secret, String problem) {
    String json = secret.replace('\'', '"').replace("OLD", OLD);

    assertThatThrownBy(() -> endpoint("\"" + NEW + "\", " + json))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("endpoints[0]." + problem)
        .hasMessageNotContaining("b2xk");
  }

  @Test
  void isNeverShown() {
    assertThat(endpoint(ROTATED).toString())
        .contains("whsec_***", "2026-05-02T12:00:00Z")
        .doesNotContain("b2xk", "bmV3");
  }

  private static List<String> secretsAt(String secrets, Instant now) {
    return endpoint(secrets).secretsAt(now).stream().map(WebhookSecret::reveal).toList();
  }

  private static Endpoint endpoint(String secrets) {
    String json =
        Entries.subscriber(
            "{\"id\": \"orders\", \"url\": \"https://hooks.example\", \"secrets\": [%s]}"
                .formatted(secrets));
    return ((EndpointEntry.Usable) Entries.parse(json).endpoints().get(0)).endpoint();
  }
}
