package dev.barid.core.subscriber;

import static dev.barid.core.subscriber.Entries.bytes;
import static dev.barid.core.subscriber.Entries.endpoint;
import static dev.barid.core.subscriber.Entries.stored;
import static dev.barid.core.subscriber.Entries.subscriber;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.Seeded;
import dev.barid.core.text.InvalidInputException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A subscriber as the registry has it")
@Tag("R-I5")
class StoredSubscriberTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7",
        "null",
        "[]",
        "{}",
        "{\"id\": 5}",
        "{\"id\": \"b\"}",
        "{\"id\": \"b\", \"url\": \"ftp://x\", \"secrets\": []}",
        "{\"id\": \"b\", \"url\": \"https://x\", \"secrets\": [\"whsec_\"]}",
        "{\"id\": \"b\", \"later\": true}",
      })
  void failsADamagedEndpointAlone(String damaged) {
    Subscriber subscriber = stored(subscriber(endpoint("a", ""), damaged, endpoint("c", "")));

    assertThat(subscriber.endpoints()).hasSize(3);
    assertThat(subscriber.endpoints().get(0)).isInstanceOf(EndpointEntry.Usable.class);
    assertThat(subscriber.endpoints().get(2)).isInstanceOf(EndpointEntry.Usable.class);
    EndpointEntry.Faulty faulty = (EndpointEntry.Faulty) subscriber.endpoints().get(1);
    assertThat(faulty.problem()).contains("endpoints[1]").contains("(expected: ");
    assertThat(faulty.id()).isEqualTo(damaged.contains("\"b\"") ? "b" : "endpoint-1");
  }

  @Test
  void failsAnEndpointWithANumberThatNoDoubleHoldsAlone() {
    Subscriber subscriber =
        stored(
            subscriber(endpoint("a", "\"ratePerSecond\": " + "9".repeat(400)), endpoint("b", "")));

    assertThat(subscriber.endpoint("a").orElseThrow()).isInstanceOf(EndpointEntry.Faulty.class);
    assertThat(subscriber.endpoint("b").orElseThrow()).isInstanceOf(EndpointEntry.Usable.class);
  }

  @Test
  void givesADamagedEndpointNoOtherOnesId() {
    Subscriber subscriber =
        stored(subscriber("{}", endpoint("endpoint-0", ""), endpoint("endpoint-0_", ""), "{}"));

    assertThat(subscriber.endpoints())
        .extracting(EndpointEntry::id)
        .containsExactly("endpoint-0__", "endpoint-0", "endpoint-0_", "endpoint-3");
    assertThat(subscriber.endpoint("endpoint-0").orElseThrow())
        .isInstanceOf(EndpointEntry.Usable.class);
  }

  @Test
  void hasOneEntryForAnIdThatIsThereTwiceAndItIsFaulty() {
    Subscriber subscriber =
        stored(subscriber(endpoint("a", ""), endpoint("b", ""), endpoint("a", "")));

    assertThat(subscriber.endpoints()).extracting(EndpointEntry::id).containsExactly("a", "b");
    assertThat(subscriber.endpoint("a").orElseThrow())
        .isEqualTo(
            new EndpointEntry.Faulty(
                "a",
                "endpoints[2].id \"a\" (expected: an id that no other endpoint of the subscriber"
                    + " has)"));
    assertThat(subscriber.endpoint("b").orElseThrow()).isInstanceOf(EndpointEntry.Usable.class);
  }

  @Test
  @DisplayName("goes on when a later version has written more, or notify is damaged")
  void passesOverWhatIsNotAnEndpoints() {
    Subscriber later =
        stored(
            "{\"id\": \"acme\", \"plan\": {\"x\": 1}, \"endpoints\": [%s]}"
                .formatted(endpoint("a", "")));
    Subscriber damaged =
        stored(
            "{\"id\": \"acme\", \"notify\": \"x y\", \"endpoints\": [%s]}"
                .formatted(endpoint("a", "")));

    assertThat(later.endpoints()).hasSize(1);
    assertThat(damaged.endpoints()).hasSize(1);
    assertThat(damaged.noticesTo()).isEmpty();
  }

  @Test
  void takesTheLastOfRepeatedFields() {
    Subscriber subscriber =
        stored(subscriber(endpoint("a", "\"burst\": 1, \"burst\": 2"), endpoint("b", "")));

    assertThat(((EndpointEntry.Usable) subscriber.endpoints().get(0)).endpoint().limits().burst())
        .isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "null", "[]", "{}", "{\"id\": \"a\", \"endpoints\": 1}", "{\"id\": \"a b\"}"})
  void isRefusedWithoutAnIdAndAListOfEndpoints(String json) {
    assertThatThrownBy(() -> stored(json)).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void isReadOrRefusedWhateverTheBytes() {
    byte[] good =
        bytes(
            subscriber(
                endpoint("a", "\"policy\": {\"schedule\": [\"1s\"]}, \"headers\": {\"X\": \"y\"}"),
                endpoint("b", "\"ratePerSecond\": 1e3, \"eventTypes\": [\"*\"]")));
    Seeded.runs(
        5_000,
        random -> {
          byte[] json = good.clone();
          for (int i = 1 + random.nextInt(3); i > 0; i--) {
            json[random.nextInt(json.length)] =
                (byte)
                    (random.nextBoolean()
                        ? "{}[]\",:0e9-n".charAt(random.nextInt(12))
                        : random.nextInt(256));
          }
          try {
            Set<String> ids = new HashSet<>();
            for (EndpointEntry entry : SubscriberJson.readStored(json).endpoints()) {
              assertThat(ids.add(entry.id())).isTrue();
              assertThat(Ids.isValid(entry.id())).isTrue();
            }
          } catch (InvalidInputException refused) {
            assertThat(List.of(refused.field(), refused.expected())).doesNotContain("");
          }
        });
  }
}
