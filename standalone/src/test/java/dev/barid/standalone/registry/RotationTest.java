package dev.barid.standalone.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.cli.CommandFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

@Tag("R-R3")
class RotationTest {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final Instant NOW = Instant.parse("2026-05-01T12:00:00.7Z");
  private static final Rotation DAY = new Rotation(NOW, Duration.ofHours(24));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'whsec_a'                    | {'secret':'whsec_a','until':'2026-05-02T12:00:00Z'}",
        "{'secret':'whsec_a'}         | {'secret':'whsec_a','until':'2026-05-02T12:00:00Z'}",
        "'whsk_a','whsec_b' | 'whsk_a',{'secret':'whsec_b','until':'2026-05-02T12:00:00Z'}",
        "{'secret':'whsec_a','until':'2026-05-01T13:00:00Z'}"
            + " | {'secret':'whsec_a','until':'2026-05-01T13:00:00Z'}",
        "{'secret':'whsec_a','until':'2026-05-09T13:00:00Z'}"
            + " | {'secret':'whsec_a','until':'2026-05-02T12:00:00Z'}",
        "'whsec_a',{'secret':'whsec_b','until':'2026-05-01T12:00:00Z'}"
            + " | {'secret':'whsec_a','until':'2026-05-02T12:00:00Z'}",
      })
  void theNewSecretIsFirstAndTheOldOnesHaveAnEnd(String before, String after) {
    ObjectNode entry = entry(before);

    String made = DAY.rotate(entry, "orders", new Random(7));

    assertThat(made).startsWith("whsec_").hasSize("whsec_".length() + 44);
    assertThat(entry.at("/endpoints/1/secrets")).isEqualTo(json("['" + made + "'," + after + "]"));
    assertThat(entry.at("/endpoints/0")).isEqualTo(json("{'id':'other'}"));
  }

  @Test
  void aLeakedOneStopsAtOnce() {
    Rotation atOnce = new Rotation(NOW, Duration.ZERO);
    ObjectNode entry = entry("'whsec_a',{'secret':'whsec_b','until':'2026-05-01T13:00:00Z'}");

    String made = atOnce.rotate(entry, "orders", new Random(7));

    assertThat(atOnce.oldUntil()).isEmpty();
    assertThat(entry.at("/endpoints/1/secrets")).isEqualTo(json("['" + made + "']"));
  }

  @Test
  @Tag("R-X3")
  void whatCannotBeRotatedIsRefused() {
    assertThatThrownBy(() -> DAY.rotate(entry("'whsk_a'"), "orders", new Random(7)))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("\"orders\" has no whsec_ secret to rotate");
    assertThatThrownBy(() -> DAY.rotate(entry("'whsec_a'"), "order", new Random(7)))
        .isInstanceOf(CommandFailure.class)
        .hasMessage("endpoint \"order\" (expected: an endpoint of acme)");
  }

  @Test
  void bothFormsAreMasked() {
    JsonNode masked =
        Secrets.masked(entry("'whsec_a',{'secret':'whsk_b','until':'2026-05-01T13:00:00Z'},7"));

    assertThat(masked.at("/endpoints/1/secrets"))
        .isEqualTo(
            json("['whsec_***',{'secret':'whsk_***','until':'2026-05-01T13:00:00Z'},'***']"));
  }

  private static ObjectNode entry(String secrets) {
    return (ObjectNode)
        json(
            "{'id':'acme','endpoints':[{'id':'other'},{'id':'orders','secrets':["
                + secrets
                + "]}]}");
  }

  private static JsonNode json(String text) {
    return MAPPER.readTree(text.replace('\'', '"'));
  }
}
