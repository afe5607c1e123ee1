package dev.barid.core.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.Seeded;
import dev.barid.core.topic.TopicLayout;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("An entry of the attempts topic")
@Tag("R-M4")
class AttemptEntryTest {
  private static final Instant NOW = Instant.parse("2026-03-04T05:06:07.089Z");

  @Test
  void hasTheContractsFieldsAndTimesInIso8601() {
    JsonNode json = JsonMapper.builder().build().readTree(entry("order.created", "Busy").toJson());

    assertThat(json.propertyNames())
        .containsExactlyInAnyOrder(
            "time",
            "subscriber",
            "endpoint",
            "eventId",
            "eventType",
            "attempt",
            "kind",
            "status",
            "errorClass",
            "error",
            "durationMs",
            "excerpt",
            "outcome",
            "nextDueAt");
    assertThat(json.get("time").stringValue()).isEqualTo("2026-03-04T05:06:07.089Z");
    assertThat(json.get("nextDueAt").stringValue()).isEqualTo("2026-03-04T05:07:07.089Z");
    assertThat(json.get("status").intValue()).isEqualTo(503);
    assertThat(json.get("eventType").stringValue()).isEqualTo("order.created");
  }

  @Test
  void isReadAsItWasWritten() {
    Seeded.runs(
        1_000,
        random -> {
          AttemptEntry entry =
              new AttemptEntry(
                  NOW,
                  "acme",
                  "orders",
                  "evt-1-2",
                  maybe(random, text(random, 300)),
                  random.nextInt(),
                  random.nextBoolean() ? "first" : "retry",
                  maybe(random, random.nextInt()),
                  maybe(random, "timeout"),
                  maybe(random, text(random, 500)),
                  random.nextLong(),
                  text(random, 2_000),
                  "retry",
                  maybe(random, NOW.plusSeconds(random.nextInt())));

          assertThat(AttemptEntry.fromJson(entry.toJson())).contains(entry);
        });
  }

  @Test
  @DisplayName("fits its topic whatever type a producer gives and whatever an endpoint answers")
  void fitsItsTopic() {
    AttemptEntry entry = entry("\u0001".repeat(1_000_000), "\u0001".repeat(1_000_000));

    assertThat(entry.toJson().length).isLessThan(TopicLayout.RECORD_MAX_BYTES / 10);
    assertThat(AttemptEntry.fromJson(entry.toJson())).contains(entry);
  }

  @Test
  void isJsonThoughATextHasALoneSurrogate() {
    AttemptEntry entry = entry("a\ud800", "b\udc00c");

    assertThat(entry.excerpt()).isEqualTo("b\ufffdc");
    assertThat(AttemptEntry.fromJson(entry.toJson())).contains(entry);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "7",
        "[]",
        "{",
        "{}",
        "{\"time\": \"soon\"}",
        "{\"time\": \"2026-03-04T05:06:07Z\", \"subscriber\": \"acme\"}",
        "\ufffd"
      })
  void isNoneWhenTheBytesAreNone(String json) {
    assertThat(AttemptEntry.fromJson(json.getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(Optional.empty());
  }

  @Test
  void isReadWithoutWhatIsOptionalAndWithWhatALaterVersionAdds() {
    String json =
        """
        {"time": "2026-03-04T05:06:07Z", "subscriber": "acme", "endpoint": "orders",
         "eventId": "e", "attempt": 1, "kind": "first", "durationMs": 5, "outcome": "delivered",
         "later": {"x": 1}}""";
    AttemptEntry entry = AttemptEntry.fromJson(json.getBytes(StandardCharsets.UTF_8)).orElseThrow();

    assertThat(List.of(entry.eventType(), entry.status(), entry.errorClass(), entry.error()))
        .containsOnly(Optional.empty());
    assertThat(entry.nextDueAt()).isEmpty();
    assertThat(entry.excerpt()).isEmpty();
  }

  private static AttemptEntry entry(String type, String excerpt) {
    return new AttemptEntry(
        NOW,
        "acme",
        "orders",
        "evt-1-2",
        Optional.of(type),
        2,
        "retry",
        Optional.of(503),
        Optional.of("http"),
        Optional.of("HTTP 503"),
        12,
        excerpt,
        "retry",
        Optional.of(NOW.plusSeconds(60)));
  }

  private static <T> Optional<T> maybe(Random random, T value) {
    return random.nextBoolean() ? Optional.of(value) : Optional.empty();
  }

  private static String text(Random random, int maxChars) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(maxChars + 1); i > 0; i--) {
      text.appendCodePoint(random.nextInt(random.nextBoolean() ? 0x80 : 0xD800));
    }
    return text.toString();
  }
}
