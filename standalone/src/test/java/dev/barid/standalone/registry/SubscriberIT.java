package dev.barid.standalone.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.subscriber.SubscriberJson;
import dev.barid.core.topic.Partitions;
import dev.barid.standalone.Program;
import dev.barid.testkit.StoredRecord;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@WithBroker
@Tag("R-R2")
class SubscriberIT {

  private static final int PARTITIONS = 3;
  private static final String ENTRY =
      """
      {"id": "acme", "endpoints": [
        {"id": "orders", "url": "https://me:hush@hooks.acme.example/orders",
         "headers": {"X-Env": "prod", "X-Api-Key": "hush"}, "policy": {"maxAttempts": 3}}]}
      """;

  @TempDir private Path directory;
  private TestBroker broker;
  private Program barid;

  @BeforeEach
  void createTopics(TestBroker given) {
    broker = given;
    broker.createBaridTopics(PARTITIONS);
    barid = Program.on(broker.bootstrapServers(), broker.prefix());
  }

  @Test
  void aMissingSecretIsMadeAndShownOnce() throws IOException {
    String shown = barid.run("subscriber", "put", file(ENTRY)).done();

    String secret = shown.replaceAll("(?s).*(whsec_\\S+).*", "$1");
    StoredRecord stored = records().get(0);
    assertThat(stored.value().orElseThrow()).contains(secret);
    assertThat(stored.partition())
        .isEqualTo(Partitions.of("acme".getBytes(StandardCharsets.UTF_8), PARTITIONS));
    assertThat(barid.run("subscriber", "get", "acme").done())
        .contains("whsec_***", "\"maxAttempts\" : 3", "prod")
        .doesNotContain(secret, "hush");
    assertThat(barid.run("subscriber", "list").done())
        .contains("acme", "orders", "https://***@hooks.acme.example/orders", "active")
        .doesNotContain("hush");
  }

  @Test
  void puttingAgainKeepsTheSecretsAndStoresTheEntryAsItWasGiven() throws IOException {
    barid.run("subscriber", "put", file(ENTRY)).done();
    String changed = ENTRY.replace("/orders\"", "/v2\"");

    String shown = barid.run("subscriber", "put", file(changed)).done();

    assertThat(shown).doesNotContain("whsec_");
    JsonNode first = tree(records().get(0));
    JsonNode second = tree(records().get(1));
    assertThat(second.at("/endpoints/0/secrets")).isEqualTo(first.at("/endpoints/0/secrets"));
    assertThat(second.at("/endpoints/0/url").asString()).endsWith("/v2");
    assertThat(second.at("/endpoints/0/policy").toString()).isEqualTo("{\"maxAttempts\":3}");
  }

  @Test
  @Tag("R-X3")
  void whatIsWrongIsNamedAndNothingIsStored() throws IOException {
    Program.Result wrong =
        barid.run("subscriber", "put", file(ENTRY.replace("https://me:hush@", "ftp://")));
    Program.Result unknown =
        barid.run("subscriber", "put", file(ENTRY.replace("maxAttempts", "maxAttemps")));
    Program.Result secret =
        barid.run(
            "subscriber",
            "put",
            file(ENTRY.replace("\"policy\"", "\"secrets\":[\"whsec_aGk=\"],\"policy\"")));

    assertThat(List.of(wrong.status(), unknown.status(), secret.status())).containsOnly(2);
    assertThat(wrong.err()).contains("endpoints[0].url", "ftp://", "expected: ");
    assertThat(unknown.err()).contains("maxAttemps", "expected: ");
    assertThat(secret.err()).contains("endpoints[0].secrets[0]").doesNotContain("aGk");
    assertThat(records()).isEmpty();
  }

  @Test
  void aDeletedOneIsGone() throws IOException {
    barid.run("subscriber", "put", file(ENTRY)).done();

    barid.run("subscriber", "delete", "acme").done();

    assertThat(records().get(1).value()).isEmpty();
    assertThat(barid.run("subscriber", "list").done()).isEmpty();
    assertThat(barid.run("subscriber", "get", "acme").status()).isEqualTo(1);
    assertThat(barid.run("subscriber", "delete", "acme").err()).contains("acme");
  }

  private List<StoredRecord> records() {
    return broker.readAll(broker.topics().subscribers());
  }

  private static JsonNode tree(StoredRecord record) {
    return SubscriberJson.tree(record.value().orElseThrow().getBytes(StandardCharsets.UTF_8));
  }

  private String file(String json) throws IOException {
    return Files.writeString(directory.resolve("entry.json"), json).toString();
  }
}
