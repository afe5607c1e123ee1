package dev.barid.core.delivery;

import static dev.barid.core.delivery.Deliveries.NOW;
import static dev.barid.core.delivery.Deliveries.TOPICS;
import static dev.barid.core.delivery.Deliveries.bytes;
import static dev.barid.core.delivery.Deliveries.header;
import static dev.barid.core.delivery.Deliveries.polled;
import static dev.barid.core.delivery.Deliveries.source;
import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.Seeded;
import dev.barid.core.policy.DeadLetterReason;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A dead letter")
class DeadLetterRecordTest {
  private static final SourceRecord SOURCE = source(TOPICS.redeliveries(), "acme", "{}");

  @Test
  @Tag("R-Q1")
  void keepsKeyBodyAndHeadersAndAddsWhatHappened() {
    Seeded.runs(
        500,
        random -> {
          Delivery delivery = Deliveries.random(random);
          History history = delivery.history();
          TopicRecord dead =
              RecordWriter.deadLetter(
                  TOPICS, SOURCE, NOW, delivery, DeadLetterReason.EXHAUSTED, "16 attempts made");

          assertThat(dead.topic()).isEqualTo("barid.dlq");
          assertThat(dead.partition()).hasValue(SOURCE.partition());
          assertThat(dead.key()).isEqualTo(bytes(delivery.event().subscriber()));
          assertThat(dead.value()).isSameAs(delivery.event().body());
          assertThat(InternalHeaders.producersOwn(dead.headers()))
              .isEqualTo(delivery.event().headers());
          assertThat(header(dead, "barid-event-id")).isEqualTo(delivery.event().id());
          assertThat(header(dead, "barid-endpoint")).isEqualTo(delivery.endpoint());
          assertThat(header(dead, "barid-attempt")).isEqualTo("" + history.attempts());
          assertThat(header(dead, "barid-origin")).isEqualTo(delivery.event().origin());
          assertThat(header(dead, "barid-dlq-reason")).isEqualTo("exhausted");
          assertThat(header(dead, "barid-error")).isEqualTo("16 attempts made");
          assertThat(header(dead, "barid-dead-letter-id"))
              .isEqualTo("barid.redeliveries-3-42/" + delivery.endpoint());
          history
              .lifetime()
              .ifPresent(
                  lifetime ->
                      assertThat(header(dead, "barid-first-seen-at"))
                          .isEqualTo("" + lifetime.firstSeenAt().toEpochMilli()));
          history
              .last()
              .ifPresent(
                  last -> {
                    assertThat(header(dead, "barid-last-attempt-at"))
                        .isEqualTo("" + last.at().toEpochMilli());
                    assertThat(header(dead, "barid-excerpt")).isEqualTo(last.excerpt());
                    assertThat(header(dead, "barid-reason")).isEqualTo(last.reason());
                    last.status()
                        .ifPresent(
                            status ->
                                assertThat(header(dead, "barid-status")).isEqualTo("" + status));
                  });
        });
  }

  @Test
  @Tag("R-D1")
  void hasAnIdOfItsOwnPerEndpointAndTheSameWhenItIsWrittenAgain() {
    Delivery orders = Deliveries.random(new Random(1));
    Delivery other = new Delivery(orders.event(), "other", orders.history());

    assertThat(idOf(orders)).isEqualTo(idOf(orders)).isNotEqualTo(idOf(other));
  }

  @Test
  @Tag("R-D5")
  void ofAnEventWithoutEndpointSaysSo() {
    Incoming.ForAll incoming =
        (Incoming.ForAll)
            RecordReader.readEvent(source(TOPICS.events(), "acme", "{}", "ce_id", "e", "x", "1"));
    TopicRecord dead =
        RecordWriter.deadLetter(
            TOPICS,
            incoming.source(),
            NOW,
            incoming.event(),
            DeadLetterReason.UNKNOWN_SUBSCRIBER,
            "subscriber \"acme\" (expected: one in the registry)");

    assertThat(header(dead, "barid-dlq-reason")).isEqualTo("unknown-subscriber");
    assertThat(header(dead, "barid-dead-letter-id")).isEqualTo("barid.events-3-42/");
    assertThat(header(dead, "barid-event-id")).isEqualTo("e");
    assertThat(header(dead, "barid-first-seen-at")).isEqualTo("" + NOW.toEpochMilli());
    assertThat(header(dead, "barid-error")).contains("expected: one in the registry");
    assertThat(dead.headers().lastHeader("barid-endpoint")).isNull();
    assertThat(header(dead, "x")).isEqualTo("1");
  }

  @Test
  @Tag("R-D5")
  @Tag("R-Q1")
  void ofARecordThatIsNoEventKeepsItAsItWas() {
    SourceRecord source =
        source(TOPICS.events(), null, "{}", "ce_id", "e-1", "x", "1", "barid-endpoint", "forged");
    TopicRecord dead = malformed(source);

    assertThat(dead.key()).isNull();
    assertThat(dead.value()).isSameAs(source.value());
    assertThat(header(dead, "x")).isEqualTo("1");
    assertThat(header(dead, "ce_id")).isEqualTo("e-1");
    assertThat(header(dead, "barid-event-id")).isEqualTo("e-1");
    assertThat(header(dead, "barid-origin")).isEqualTo("barid.events-3-42");
    assertThat(header(dead, "barid-accepted-at")).isEqualTo("" + NOW.toEpochMilli());
    assertThat(header(dead, "barid-first-seen-at")).isEqualTo("" + NOW.toEpochMilli());
    assertThat(header(dead, "barid-dlq-reason")).isEqualTo("malformed");
    assertThat(header(dead, "barid-error")).isEqualTo("what is wrong");
    assertThat(dead.headers().lastHeader("barid-endpoint")).isNull();
  }

  @Test
  @Tag("R-D5")
  void ofAnEventWhoseIdIsNotFitGetsOneThatIs() {
    SourceRecord source = source(TOPICS.events(), "acme", "{}", "ce_id", "a.b");

    assertThat(header(malformed(source), "barid-event-id")).isEqualTo("evt-3-42");
  }

  @Test
  @Tag("R-D5")
  @Tag("R-Q3")
  void ofADeliveryWithADamagedHeaderIsStillForItsEventAndEndpointAlone() {
    SourceRecord source =
        source(
            TOPICS.redeliveries(),
            "acme",
            "{}",
            "barid-event-id",
            "e-1",
            "barid-endpoint",
            "orders",
            "barid-attempt",
            "4",
            "barid-origin",
            "barid.events-3-7",
            "barid-accepted-at",
            "1000",
            "barid-first-seen-at",
            "2000",
            "barid-last-attempt-at",
            "3000",
            "barid-give-up-at",
            "-1",
            "barid-status",
            "a lot",
            "barid-reason",
            "http-503",
            "barid-excerpt",
            "Busy");
    TopicRecord dead = malformed(source);

    assertThat(header(dead, "barid-event-id")).isEqualTo("e-1");
    assertThat(header(dead, "barid-endpoint")).isEqualTo("orders");
    assertThat(header(dead, "barid-attempt")).isEqualTo("4");
    assertThat(header(dead, "barid-origin")).isEqualTo("barid.events-3-7");
    assertThat(header(dead, "barid-accepted-at")).isEqualTo("1000");
    assertThat(header(dead, "barid-first-seen-at")).isEqualTo("2000");
    assertThat(header(dead, "barid-last-attempt-at")).isEqualTo("3000");
    assertThat(header(dead, "barid-reason")).isEqualTo("http-503");
    assertThat(header(dead, "barid-excerpt")).isEqualTo("Busy");
    assertThat(dead.headers().lastHeader("barid-status")).isNull();
    assertThat(dead.headers().lastHeader("barid-give-up-at")).isNull();

    Incoming back =
        RecordReader.readRedelivery(polled(RecordWriter.redriven(TOPICS, polled(dead, 1), NOW), 2));
    assertThat(back).isInstanceOf(Incoming.ForOne.class);
    assertThat(((Incoming.ForOne) back).delivery().endpoint()).isEqualTo("orders");
    assertThat(((Incoming.ForOne) back).delivery().event().id()).isEqualTo("e-1");
  }

  @Test
  @Tag("R-Q3")
  void comesBackWithTheSameIdForTheSameEndpointWithAFreshBudget() {
    Seeded.runs(
        500,
        random -> {
          Delivery delivery = Deliveries.random(random);
          TopicRecord dead =
              RecordWriter.deadLetter(
                  TOPICS, SOURCE, NOW, delivery, DeadLetterReason.PERMANENT, "HTTP 400");
          Instant later = NOW.plusSeconds(60);
          TopicRecord redriven = RecordWriter.redriven(TOPICS, polled(dead, 5), later);

          assertThat(redriven.topic()).isEqualTo("barid.redeliveries");
          assertThat(redriven.partition()).isEqualTo(dead.partition());
          assertThat(redriven.timestampMs()).isEqualTo(later.toEpochMilli());
          assertThat(redriven.value()).isSameAs(delivery.event().body());
          Delivery back =
              ((Incoming.ForOne) RecordReader.readRedelivery(polled(redriven, 6))).delivery();
          assertThat(back.event().id()).isEqualTo(delivery.event().id());
          assertThat(back.event().origin()).isEqualTo(delivery.event().origin());
          assertThat(back.event().headers()).isEqualTo(delivery.event().headers());
          assertThat(back.endpoint()).isEqualTo(delivery.endpoint());
          assertThat(back.history())
              .isEqualTo(
                  new History(0, Optional.empty(), Optional.of("redrive"), Optional.empty(), 0));
          assertThat(internal(redriven.headers()))
              .containsExactlyInAnyOrder(
                  "barid-event-id",
                  "barid-endpoint",
                  "barid-origin",
                  "barid-accepted-at",
                  "barid-attempt",
                  "barid-reason");
        });
  }

  @Test
  @Tag("R-Q3")
  void comesBackForAllEndpointsIfItWasForNone() {
    Incoming.ForAll incoming =
        (Incoming.ForAll)
            RecordReader.readEvent(source(TOPICS.events(), "acme", "{}", "barid-ttl", "1s"));
    TopicRecord dead =
        RecordWriter.deadLetter(
            TOPICS, incoming.source(), NOW, incoming.event(), DeadLetterReason.NO_ENDPOINT, "none");
    Incoming back =
        RecordReader.readRedelivery(polled(RecordWriter.redriven(TOPICS, polled(dead, 5), NOW), 6));

    assertThat(back).isInstanceOf(Incoming.ForAll.class);
    Incoming.ForAll forAll = (Incoming.ForAll) back;
    assertThat(forAll.event().id()).isEqualTo("evt-3-42");
    assertThat(forAll.retryReason()).contains("redrive");
    assertThat(forAll.ttl()).isEmpty();
    assertThat(forAll.rehomed()).isFalse();
  }

  @Test
  @Tag("R-Q3")
  void doesNotGrowHoweverOftenItIsRedriven() {
    TopicRecord dead = malformed(source(TOPICS.events(), null, "{}", "x", "1"));
    TopicRecord again = dead;
    for (int i = 0; i < 100; i++) {
      again = RecordWriter.redriven(TOPICS, polled(again, 7), NOW);
      again = malformed(polled(again, 7));
    }

    assertThat(again.headers().toArray().length).isLessThan(12);
    assertThat(again.sizeBytes()).isLessThan(dead.sizeBytes() + 200);
    assertThat(header(again, "barid-origin")).isEqualTo("barid.events-3-42");
    assertThat(header(again, "barid-event-id")).isEqualTo("evt-3-42");
  }

  private static TopicRecord malformed(SourceRecord source) {
    return RecordWriter.malformed(TOPICS, source, NOW, "what is wrong");
  }

  private static String idOf(Delivery delivery) {
    return header(
        RecordWriter.deadLetter(TOPICS, SOURCE, NOW, delivery, DeadLetterReason.GONE, "HTTP 410"),
        "barid-dead-letter-id");
  }

  private static List<String> internal(Headers headers) {
    List<String> names = new ArrayList<>();
    for (Header header : headers) {
      if (header.key().startsWith("barid-")) {
        names.add(header.key());
        assertThat(new String(header.value(), StandardCharsets.UTF_8)).isNotEmpty();
      }
    }
    return names;
  }
}
