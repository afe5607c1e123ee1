package dev.barid.core.delivery;

import static dev.barid.core.delivery.Deliveries.NOW;
import static dev.barid.core.delivery.Deliveries.TOPICS;
import static dev.barid.core.delivery.Deliveries.bytes;
import static dev.barid.core.delivery.Deliveries.source;
import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.Seeded;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A record that is read")
class RecordReaderTest {

  @Nested
  @DisplayName("from events")
  class FromEvents {

    @Test
    @Tag("R-S7")
    void needsNothingButAKey() {
      Incoming.ForAll incoming = accepted(source(TOPICS.events(), "acme", "body"));

      assertThat(incoming.event().subscriber()).isEqualTo("acme");
      assertThat(incoming.event().id()).isEqualTo("evt-3-42");
      assertThat(incoming.event().type()).isEmpty();
      assertThat(incoming.event().body()).isEqualTo(bytes("body"));
      assertThat(incoming.event().headers()).isEmpty();
      assertThat(incoming.event().acceptedAtMs()).isEqualTo(NOW.toEpochMilli());
      assertThat(incoming.event().origin()).isEqualTo("barid.events-3-42");
      assertThat(incoming.ttl()).isEmpty();
      assertThat(incoming.retryReason()).isEmpty();
      assertThat(incoming.rehomed()).isFalse();
    }

    @Test
    @Tag("R-S7")
    void hasAnEmptyBodyWithoutAValue() {
      assertThat(accepted(source(TOPICS.events(), "acme", null)).event().body()).isEmpty();
    }

    @Test
    @Tag("R-D5")
    void trustsNoInternalHeaderButTheTtl() {
      SourceRecord source =
          source(
              TOPICS.events(),
              "acme",
              "{}",
              "barid-event-id",
              "forged",
              "barid-endpoint",
              "orders",
              "barid-attempt",
              "-5",
              "barid-give-up-at",
              "0",
              "barid-reason",
              "redrive",
              "barid-rehomed",
              "1",
              "barid-accepted-at",
              "7",
              "barid-origin",
              "elsewhere-0-0",
              "barid-anything",
              "x",
              "barid-ttl",
              "24h",
              "x-own",
              "kept");
      Incoming.ForAll incoming = accepted(source);

      assertThat(incoming.event().id()).isEqualTo("evt-3-42");
      assertThat(incoming.event().acceptedAtMs()).isEqualTo(NOW.toEpochMilli());
      assertThat(incoming.event().origin()).isEqualTo("barid.events-3-42");
      assertThat(incoming.retryReason()).isEmpty();
      assertThat(incoming.rehomed()).isFalse();
      assertThat(incoming.ttl()).contains(Duration.ofHours(24));
      assertThat(incoming.event().headers()).extracting(Header::key).containsExactly("x-own");
    }

    @Test
    void takesTheLastOfSeveralHeadersOfOneNameAndPassesAllOn() {
      Incoming.ForAll incoming =
          accepted(
              source(
                  TOPICS.events(), "acme", "{}", "ce_id", "a", "x", "1", "x", "2", "ce_id", "b"));

      assertThat(incoming.event().id()).isEqualTo("b");
      assertThat(incoming.event().headers())
          .extracting(Header::key)
          .containsExactly("ce_id", "x", "x", "ce_id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "evt-0-1", "A~!#/:;{}\"'", "urn:uuid:6e8bc430-9c3a-11d9"})
    void hasItsProducersIdIfThatIsFit(String id) {
      assertThat(accepted(source(TOPICS.events(), "acme", "{}", "ce_id", id)).event().id())
          .isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a.b", "a b", "ä", "a\n", "\u0000", "\u007f"})
    @Tag("R-D5")
    void isMalformedWithAnIdThatIsNotFit(String id) {
      assertThat(refused(source(TOPICS.events(), "acme", "{}", "ce_id", id)))
          .startsWith("event id \"")
          .endsWith("(expected: 1 to 256 printable ASCII characters without a dot)");
    }

    @Test
    @Tag("R-D5")
    void allowsIdsOf256CharactersAndNoMore() {
      String longest = "x".repeat(256);

      assertThat(accepted(source(TOPICS.events(), "a", "", "ce_id", longest)).event().id())
          .isEqualTo(longest);
      assertThat(refused(source(TOPICS.events(), "a", "", "ce_id", longest + "x")))
          .contains("event id \"xxx")
          .hasSizeLessThan(250);
    }

    @Test
    @Tag("R-D5")
    void isMalformedWithoutAKey() {
      assertThat(refused(source(TOPICS.events(), null, "{}")))
          .isEqualTo("key \"(missing)\" (expected: a subscriber id)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a.b", "a/b", "ä", " acme", "acme\n", "acme\u0000"})
    @Tag("R-D5")
    void isMalformedWithAKeyThatIsNoSubscribersId(String key) {
      assertThat(refused(source(TOPICS.events(), key, "{}")))
          .startsWith("key \"")
          .endsWith("(expected: a subscriber id: 1 to 128 of A-Z a-z 0-9 _ -)");
    }

    @Test
    @Tag("R-D5")
    void isMalformedWithAHugeKeyWhichTheProblemDoesNotRepeat() {
      assertThat(refused(source(TOPICS.events(), "k".repeat(10_240), "{}")))
          .startsWith("key \"kkk")
          .hasSizeLessThan(250);
    }

    @Test
    @Tag("R-D5")
    void isMalformedWithAKeyThatIsNoUtf8() {
      SourceRecord source =
          new SourceRecord(
              TOPICS.events(), 0, 0, 0, new byte[] {'a', (byte) 0xFF}, null, new RecordHeaders());

      assertThat(refused(source)).startsWith("key \"a\ufffd\"");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"", "soon", "-1s", "1.5h", "10", "1e999s", "366d", "99999999999999999h"})
    @Tag("R-D5")
    void isMalformedWithATtlThatIsNoDuration(String ttl) {
      assertThat(refused(source(TOPICS.events(), "acme", "{}", "barid-ttl", ttl)))
          .isEqualTo("barid-ttl \"" + ttl + "\" (expected: a duration such as 24h)");
    }

    @Test
    void takesNullHeaderValuesForNone() {
      SourceRecord source = source(TOPICS.events(), "acme", "{}");
      for (String name : List.of("ce_id", "ce_type", "barid-ttl", "x-own")) {
        source.headers().add(name, null);
      }
      Incoming.ForAll incoming = accepted(source);

      assertThat(incoming.event().id()).isEqualTo("evt-3-42");
      assertThat(incoming.event().type()).isEmpty();
      assertThat(incoming.ttl()).isEmpty();
    }

    @Test
    void takesAnEmptyTypeForNone() {
      assertThat(accepted(source(TOPICS.events(), "acme", "{}", "ce_type", "")).event().type())
          .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
      "-1, 0",
      "-9223372036854775808, 0",
      "0, 0",
      "253402300799999, 253402300799999",
      "9223372036854775807, 253402300799999"
    })
    void hasAnAcceptanceTimeThatHeadersCanCarry(long timestampMs, long acceptedAtMs) {
      SourceRecord source =
          new SourceRecord(
              TOPICS.events(), 0, 0, timestampMs, bytes("acme"), null, new RecordHeaders());

      assertThat(accepted(source).event().acceptedAtMs()).isEqualTo(acceptedAtMs);
    }
  }

  @Nested
  @DisplayName("from redeliveries")
  class FromRedeliveries {

    @Test
    @Tag("R-D5")
    void isMalformedWithoutTheEventsId() {
      assertThat(refused(source(TOPICS.redeliveries(), "acme", "{}")))
          .isEqualTo("barid-event-id \"(missing)\" (expected: the event's id)");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '`',
        value = {
          "barid-attempt | -5 | a count to 1000000",
          "barid-attempt | `` | a count to 1000000",
          "barid-attempt | 1.0 | a count to 1000000",
          "barid-attempt | 1e3 | a count to 1000000",
          "barid-attempt | +1 | a count to 1000000",
          "barid-attempt | 1000001 | a count to 1000000",
          "barid-attempt | 99999999999999999999 | a count to 1000000",
          "barid-attempt | ٣ | a count to 1000000",
          "barid-deferrals | many | a count to 1000000",
          "barid-first-seen-at | -1 | epoch milliseconds before year 10000",
          "barid-first-seen-at | `` | epoch milliseconds before year 10000",
          "barid-give-up-at | 253402300800000 | epoch milliseconds before year 10000",
          "barid-give-up-at | 9223372036854775807 | epoch milliseconds before year 10000",
          "barid-give-up-at | 2026-01-01T00:00:00Z | epoch milliseconds before year 10000",
          "barid-last-attempt-at | NaN | epoch milliseconds before year 10000",
          "barid-accepted-at | 0x10 | epoch milliseconds before year 10000",
          "barid-status | -1 | an HTTP status",
          "barid-status | OK | an HTTP status",
          "barid-endpoint | a.b | 1 to 128 of A-Z a-z 0-9 _ -",
          "barid-endpoint | `` | 1 to 128 of A-Z a-z 0-9 _ -",
          "barid-reason | `` | a word such as http-503 or timeout",
          "barid-reason | http 503 | a word such as http-503 or timeout",
        })
    @Tag("R-D5")
    @Tag("R-X3")
    void isMalformedWithABadHeaderAndSaysWhich(String name, String value, String expected) {
      SourceRecord source =
          source(
              TOPICS.redeliveries(),
              "acme",
              "{}",
              "barid-event-id",
              "e",
              "barid-endpoint",
              "orders",
              "barid-last-attempt-at",
              "1",
              name,
              value);

      assertThat(refused(source))
          .isEqualTo(name + " \"" + value + "\" (expected: " + expected + ")");
    }

    @Test
    @Tag("R-D5")
    void neverLetsAReasonBeginAnotherHttpHeader() {
      assertThat(
              refused(
                  source(
                      TOPICS.redeliveries(),
                      "acme",
                      "{}",
                      "barid-event-id",
                      "e",
                      "barid-reason",
                      "timeout\r\nX-Evil: 1")))
          .startsWith("barid-reason \"timeout\\r\\nX-Evil: 1\"");
    }

    @Test
    void takesTheLastOfSeveralInternalHeaders() {
      Delivery delivery =
          one(
              source(
                  TOPICS.redeliveries(),
                  "acme",
                  "{}",
                  "barid-event-id",
                  "e",
                  "barid-attempt",
                  "-1",
                  "barid-endpoint",
                  "a",
                  "barid-attempt",
                  "7",
                  "barid-endpoint",
                  "b"));

      assertThat(delivery.endpoint()).isEqualTo("b");
      assertThat(delivery.history().attempts()).isEqualTo(7);
    }

    @Test
    void takesNullHeaderValuesForNone() {
      SourceRecord source =
          source(
              TOPICS.redeliveries(),
              "acme",
              "{}",
              "barid-event-id",
              "e",
              "barid-endpoint",
              "orders");
      for (String name :
          List.of(
              "barid-attempt",
              "barid-first-seen-at",
              "barid-give-up-at",
              "barid-last-attempt-at",
              "barid-reason",
              "barid-deferrals",
              "barid-accepted-at",
              "barid-origin")) {
        source.headers().add(name, null);
      }

      assertThat(one(source).history()).isEqualTo(History.NONE);
      assertThat(one(source).event().acceptedAtMs()).isEqualTo(NOW.toEpochMilli());
      assertThat(one(source).event().origin()).isEqualTo("barid.redeliveries-3-42");
    }

    @Test
    void acceptsAnyStatusThatAnEndpointCouldSend() {
      SourceRecord source =
          source(
              TOPICS.redeliveries(),
              "acme",
              "{}",
              "barid-event-id",
              "e",
              "barid-endpoint",
              "orders",
              "barid-last-attempt-at",
              "1",
              "barid-reason",
              "http-99999",
              "barid-status",
              "99999");

      assertThat(one(source).history().last())
          .contains(
              new LastAttempt(Instant.ofEpochMilli(1), "http-99999", Optional.of(99_999), "", ""));
    }

    @Test
    void boundsForeignTextThatWouldBeWrittenAgain() {
      SourceRecord source =
          source(
              TOPICS.redeliveries(),
              "acme",
              "{}",
              "barid-event-id",
              "e",
              "barid-endpoint",
              "orders",
              "barid-last-attempt-at",
              "1",
              "barid-origin",
              "o".repeat(100_000),
              "barid-error",
              "e\n".repeat(100_000),
              "barid-excerpt",
              "x".repeat(100_000));
      Delivery delivery = one(source);

      assertThat(delivery.event().origin()).hasSizeLessThan(400);
      assertThat(delivery.history().last().orElseThrow().error()).hasSizeLessThan(7_000);
      assertThat(delivery.history().last().orElseThrow().excerpt()).hasSize(1_024);
    }
  }

  @Test
  @Tag("R-D5")
  void isOneOfTheKindsWhateverTheBytes() {
    List<String> names =
        List.of(
            "ce_id",
            "ce_type",
            "barid-ttl",
            "barid-event-id",
            "barid-endpoint",
            "barid-attempt",
            "barid-due-at",
            "barid-accepted-at",
            "barid-first-seen-at",
            "barid-give-up-at",
            "barid-last-attempt-at",
            "barid-reason",
            "barid-status",
            "barid-error",
            "barid-excerpt",
            "barid-origin",
            "barid-deferrals",
            "barid-rehomed",
            "barid-");
    Seeded.runs(
        20_000,
        random -> {
          RecordHeaders headers = new RecordHeaders();
          for (int i = random.nextInt(12); i > 0; i--) {
            headers.add(names.get(random.nextInt(names.size())), hostile(random));
          }
          SourceRecord source =
              new SourceRecord(
                  TOPICS.redeliveries(),
                  0,
                  random.nextLong(Long.MAX_VALUE),
                  random.nextLong(),
                  hostile(random),
                  hostile(random),
                  headers);
          for (Incoming incoming :
              List.of(RecordReader.readEvent(source), RecordReader.readRedelivery(source))) {
            assertThat(incoming.source()).isSameAs(source);
            if (incoming instanceof Incoming.Malformed malformed) {
              assertThat(malformed.problem()).hasSizeLessThan(1_000).contains("(expected: ");
              // What becomes of it is readable, whatever it was.
              TopicRecord dead = RecordWriter.malformed(TOPICS, source, NOW, malformed.problem());
              assertThat(dead.key()).isSameAs(source.key());
              assertThat(dead.value()).isSameAs(source.value());
            }
          }
        });
  }

  private static byte[] hostile(Random random) {
    return switch (random.nextInt(9)) {
      case 0 -> new byte[0];
      case 1 -> bytes("-" + random.nextInt());
      case 2 -> bytes(Long.toString(random.nextLong()));
      case 3 -> bytes("1e999");
      case 4 -> {
        byte[] huge = new byte[10_240];
        Arrays.fill(huge, (byte) '9');
        yield huge;
      }
      case 5, 6 -> bytes(Integer.toString(random.nextInt(1_000)));
      case 7 -> bytes("acme");
      default -> {
        byte[] noise = new byte[random.nextInt(30)];
        random.nextBytes(noise);
        yield noise;
      }
    };
  }

  private static Incoming.ForAll accepted(SourceRecord source) {
    Incoming incoming = RecordReader.readEvent(source);
    assertThat(incoming).isInstanceOf(Incoming.ForAll.class);
    return (Incoming.ForAll) incoming;
  }

  private static Delivery one(SourceRecord source) {
    Incoming incoming = RecordReader.readRedelivery(source);
    assertThat(incoming).isInstanceOf(Incoming.ForOne.class);
    return ((Incoming.ForOne) incoming).delivery();
  }

  private static String refused(SourceRecord source) {
    Incoming incoming =
        source.topic().equals(TOPICS.events())
            ? RecordReader.readEvent(source)
            : RecordReader.readRedelivery(source);
    assertThat(incoming).isInstanceOf(Incoming.Malformed.class);
    return ((Incoming.Malformed) incoming).problem();
  }
}
