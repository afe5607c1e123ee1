package dev.barid.core.subscriber;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.Seeded;
import dev.barid.core.text.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@DisplayName("No message and no toString shows")
@Tag("R-R3")
class SecretsStayHiddenTest {
  private static final String KEY = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String PASSWORD = "correct-horse-battery";
  private static final String TOKEN = "eyJhbGciOiJub25lIn0";

  private static final String ENTRY =
      """
      {"id": "acme", "notify": "ops", "endpoints": [
        {"id": "a", "url": "https://user:%s@hooks.example/in", "secrets": ["whsec_%s"],
         "headers": {"Authorization": "Bearer %s"}, "state": "active", "concurrency": 5,
         "policy": {"schedule": ["1s"], "retry": ["500"]}},
        {"id": "b", "url": "https://hooks.example", "secrets": ["whsec_%s"], "eventTypes": ["*"]}
      ]}
      """
          .formatted(PASSWORD, KEY, TOKEN, KEY);

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  @Test
  @DisplayName("a secret of a subscriber that was read")
  void ofASubscriber() {
    Subscriber subscriber = Entries.parse(ENTRY);

    assertHidden(subscriber.toString());
    assertThat(subscriber.toString()).contains("Authorization").contains("whsec_***");
  }

  @Test
  @DisplayName("a secret that stands where something else belongs")
  void ofAMisplacedSecret() {
    Seeded.runs(
        3_000,
        random -> {
          JsonNode entry = MAPPER.readTree(ENTRY.replace("Bearer " + TOKEN, "public"));
          for (int i = 1 + random.nextInt(3); i > 0; i--) {
            misplace(entry, random);
          }
          assertErrorsHide(MAPPER.writeValueAsBytes(entry));
        });
  }

  @Test
  @DisplayName("a secret in JSON that is broken")
  void ofBrokenJson() {
    byte[] good = ENTRY.getBytes(StandardCharsets.UTF_8);
    Seeded.runs(
        5_000,
        random -> {
          // Cut out one piece. Without its at sign a URL's password looks like a port.
          int from = random.nextInt(good.length);
          int to = Math.min(good.length, from + 1 + random.nextInt(3));
          String cut = new String(good, from, to - from, StandardCharsets.UTF_8);
          if (cut.contains("@")) {
            return;
          }
          byte[] json = new byte[good.length - (to - from)];
          System.arraycopy(good, 0, json, 0, from);
          System.arraycopy(good, to, json, from, good.length - to);
          assertErrorsHide(json);
        });
  }

  @Test
  @DisplayName("a secret that lost its quotes, or became a name")
  void ofUnquotedSecrets() {
    for (String json :
        List.of(
            "{\"secrets\": [whsec_" + KEY + "]}",
            "{\"secrets\": [" + KEY + "]}",
            "{\"url\": https://user:" + PASSWORD + "@x}",
            "{\"whsec_" + KEY + "\": 1}",
            "{\"whsec_" + KEY + "\": 1, \"whsec_" + KEY + "\": 2}",
            "{\"id\": \"a\", \"endpoints\": {\"secrets\": [\"whsec_" + KEY + "\"]}}",
            "{\"id\": \"a\", \"endpoints\": \"https://user:" + PASSWORD + "@x\"}",
            "[\"whsec_" + KEY + "\"]",
            "\"" + KEY + "\"",
            "{\"id\": \"a\", \"endpoints\": [{\"id\": \"b\", \"url\": {\"u\": \"" + KEY + "\"}}]}",
            "{\"id\": \"a\", \"endpoints\": [{\"id\": \"whsk_" + KEY + "\", \"x\": 1}]}",
            "{\"id\": \"a\", \"endpoints\": [{\"headers\": \"" + TOKEN + "\"}]}")) {
      assertErrorsHide(json.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Puts a copy of one part of the entry in the place of another, or under a name of its own. */
  private static void misplace(JsonNode entry, Random random) {
    List<JsonNode> all = new ArrayList<>();
    collect(entry, all);
    JsonNode moved = all.get(random.nextInt(all.size())).deepCopy();
    List<JsonNode> containers = all.stream().filter(JsonNode::isContainer).toList();
    JsonNode container = containers.get(random.nextInt(containers.size()));
    if (container instanceof ObjectNode object) {
      List<String> names = List.copyOf(object.propertyNames());
      boolean asName = moved.isString() && random.nextBoolean();
      object.set(
          asName || names.isEmpty()
              ? moved.asString("name")
              : names.get(random.nextInt(names.size())),
          moved);
    } else if (container instanceof ArrayNode array) {
      if (array.isEmpty() || random.nextBoolean()) {
        array.add(moved);
      } else {
        array.set(random.nextInt(array.size()), moved);
      }
    }
  }

  private static void collect(JsonNode node, List<JsonNode> all) {
    all.add(node);
    node.forEach(child -> collect(child, all));
  }

  private static void assertErrorsHide(byte[] json) {
    errors(json).forEach(SecretsStayHiddenTest::assertHidden);
  }

  private static Stream<String> errors(byte[] json) {
    List<String> said = new ArrayList<>();
    try {
      SubscriberJson.parse(SubscriberJson.tree(json));
    } catch (InvalidInputException refused) {
      said.add(refused.toString());
      assertThat(refused.getCause()).isNull();
    }
    try {
      // Its problems, not all of it: a secret that someone took for an id is one then.
      for (EndpointEntry entry : SubscriberJson.readStored(json).endpoints()) {
        if (entry instanceof EndpointEntry.Faulty faulty) {
          said.add(faulty.problem());
        }
      }
    } catch (InvalidInputException refused) {
      said.add(refused.toString());
      assertThat(refused.getCause()).isNull();
    }
    return said.stream();
  }

  private static void assertHidden(String said) {
    for (String secret : List.of(KEY, PASSWORD, TOKEN)) {
      for (int from = 0; from + 10 <= secret.length(); from++) {
        if (said.contains(secret.substring(from, from + 10))) {
          throw new AssertionError("shows a secret: " + said);
        }
      }
    }
  }
}
