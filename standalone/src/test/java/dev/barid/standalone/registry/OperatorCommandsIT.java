package dev.barid.standalone.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.subscriber.SubscriberJson;
import dev.barid.standalone.Program;
import dev.barid.testkit.StoredRecord;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@WithBroker
class OperatorCommandsIT {

  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String ENTRY =
      """
      {"id": "acme", "ofALaterVersion": [1.0], "endpoints": [
        {"id": "orders", "url": "https://hooks.acme.example/orders", "secrets": ["%s"],
         "policy": {"maxAttempts": 3}},
        {"id": "stock", "url": "nonsense", "secrets": ["%s"]},
        {"id": "old", "url": "https://hooks.acme.example/old", "secrets": ["%s"],
         "state": "disabled"}]}
      """
          .formatted(SECRET, SECRET, SECRET);

  private TestBroker broker;
  private Program barid;

  @BeforeEach
  void store(TestBroker given) {
    broker = given;
    broker.createBaridTopics(3);
    barid = Program.on(broker.bootstrapServers(), broker.prefix());
    broker.produce(broker.topics().subscribers(), "acme", ENTRY);
  }

  @Test
  @Tag("R-I6")
  void pauseAndResumeChangeTheStateAndNothingElse() {
    Instant before = Instant.now();

    assertThat(barid.run("subscriber", "pause", "acme", "--endpoint", "orders").done())
        .isEqualTo("paused acme/orders\n");
    JsonNode paused = stored(1);
    assertThat(barid.run("subscriber", "resume", "acme").lines())
        .containsExactly(
            "resumed acme/orders",
            "resumed acme/stock",
            "left alone acme/old: it is disabled, which only \"barid subscriber put\" changes");
    JsonNode resumed = stored(2);

    assertThat(paused.at("/endpoints/0/state").asString()).isEqualTo("paused");
    assertThat(resumed.at("/endpoints/0/state").asString()).isEqualTo("active");
    assertThat(Instant.parse(resumed.at("/endpoints/0/resumedAt").asString()))
        .isBetween(before.minusMillis(1), Instant.now());
    for (int i = 0; i < 2; i++) {
      ((ObjectNode) resumed.at("/endpoints/" + i)).remove(List.of("state", "resumedAt"));
    }
    assertThat(resumed).isEqualTo(SubscriberJson.tree(ENTRY.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  @Tag("R-I6")
  void aDisabledOneIsLeftAloneAndNothingIsWritten() {
    assertThat(
            barid
                .run("subscriber", "pause", "acme", "--endpoint", "old", "--output", "json")
                .done())
        .isEqualTo(
            "{\"subscriber\":\"acme\",\"endpoint\":\"old\",\"state\":\"disabled\","
                + "\"changed\":false}\n");
    assertThat(records()).hasSize(1);
  }

  @Test
  @Tag("R-R3")
  void rotatingShowsTheNewSecretOnceAndKeepsTheOldOneForADay() {
    Instant before = Instant.now();

    String shown = barid.run("subscriber", "rotate-secret", "acme", "--endpoint", "orders").done();

    JsonNode secrets = stored(1).at("/endpoints/0/secrets");
    String made = secrets.at("/0").asString();
    assertThat(shown).startsWith("rotated acme/orders\n").contains(made).doesNotContain(SECRET);
    assertThat(secrets.at("/1/secret").asString()).isEqualTo(SECRET);
    Duration kept = Duration.between(before, Instant.parse(secrets.at("/1/until").asString()));
    assertThat(kept).isBetween(Duration.ofHours(24).minusSeconds(1), Duration.ofHours(25));
    assertThat(barid.run("subscriber", "get", "acme").done())
        .contains("whsec_***", "until")
        .doesNotContain(made, SECRET);
  }

  @Test
  @Tag("R-X3")
  void whatIsNotThereIsSaidInOneLine() {
    for (String[] command :
        List.of(
            new String[] {"pause", "nobody"},
            new String[] {"resume", "acme", "--endpoint", "order"},
            new String[] {"rotate-secret", "acme", "--endpoint", "order"},
            new String[] {"rotate-secret", "acme", "--endpoint", "stock"})) {
      String[] arguments = new String[command.length + 1];
      arguments[0] = "subscriber";
      System.arraycopy(command, 0, arguments, 1, command.length);

      Program.Result result = barid.run(arguments);

      assertThat(result.status()).as(result.toString()).isEqualTo(1);
      assertThat(result.err()).hasLineCount(1).contains("expected: ");
    }
    assertThat(records()).hasSize(1);
  }

  private List<StoredRecord> records() {
    return broker.readAll(broker.topics().subscribers());
  }

  private JsonNode stored(int index) {
    String json = records().get(index).value().orElseThrow();
    return SubscriberJson.tree(json.getBytes(StandardCharsets.UTF_8));
  }
}
