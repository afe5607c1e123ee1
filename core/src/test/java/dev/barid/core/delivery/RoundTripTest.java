package dev.barid.core.delivery;

import static dev.barid.core.delivery.Deliveries.NOW;
import static dev.barid.core.delivery.Deliveries.TOPICS;
import static dev.barid.core.delivery.Deliveries.bytes;
import static dev.barid.core.delivery.Deliveries.header;
import static dev.barid.core.delivery.Deliveries.polled;
import static dev.barid.core.delivery.Deliveries.source;
import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.Seeded;
import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.attempt.ErrorClass;
import dev.barid.core.attempt.Excerpt;
import dev.barid.core.event.Event;
import dev.barid.core.policy.DeadLetterReason;
import dev.barid.core.topic.TopicLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A delivery that travels through topics")
class RoundTripTest {

  @Test
  @Tag("R-H1")
  @Tag("R-D1")
  void isReadAsItWasWritten() {
    Seeded.runs(
        2_000,
        random -> {
          Delivery delivery = Deliveries.random(random);
          TopicRecord written =
              RecordWriter.waiting("barid.retry.1m", 5, NOW, NOW.plusSeconds(30), delivery);

          assertThat(written.topic()).isEqualTo("barid.retry.1m");
          assertThat(written.partition()).hasValue(5);
          assertThat(written.timestampMs()).isEqualTo(NOW.toEpochMilli());
          assertThat(header(written, HeaderNames.DUE_AT))
              .isEqualTo(Long.toString(NOW.toEpochMilli() + 30_000));
          assertThat(written.value()).isSameAs(delivery.event().body());
          assertSame(readOne(written), delivery);
        });
  }

  @Test
  @Tag("R-D6")
  void doesNotGrowFromHopToHop() {
    Seeded.runs(
        20,
        random -> {
          Delivery delivery = Deliveries.random(random);
          Delivery hopping = afterHop(delivery, random);
          long sizeAfterOne = write(hopping).sizeBytes();
          int headersAfterOne = write(hopping).headers().toArray().length;
          for (int hop = 0; hop < 100; hop++) {
            hopping = readOne(write(hopping));
          }

          assertThat(write(hopping).sizeBytes()).isEqualTo(sizeAfterOne);
          assertThat(write(hopping).headers().toArray()).hasSize(headersAfterOne);
          assertSame(hopping, readOne(write(hopping)));
        });
  }

  @Test
  @Tag("R-D6")
  void staysWithinTheRoomForHeadersOverAHundredAttempts() {
    Seeded.runs(
        20,
        random -> {
          Delivery delivery = Deliveries.random(random);
          long own = ownSize(delivery.event());
          for (int hop = 0; hop < 100; hop++) {
            delivery = afterHop(delivery, random);
            TopicRecord written = write(delivery);
            assertThat(written.sizeBytes() - own).isLessThan(TopicLayout.HEADER_ROOM_BYTES);
            delivery = readOne(written);
          }
          assertThat(deadLetter(delivery).sizeBytes() - own)
              .isLessThan(TopicLayout.HEADER_ROOM_BYTES);
        });
  }

  @Test
  @Tag("R-D6")
  void keepsErrorAndExcerptWithinBoundsWhateverTheAnswer() {
    Seeded.runs(
        300,
        random -> {
          byte[] body = new byte[random.nextInt(3_000)];
          random.nextBytes(body);
          AttemptResult result =
              random.nextBoolean()
                  ? new AttemptResult.Answered(
                      302,
                      Optional.empty(),
                      Optional.of(Deliveries.text(random, 4_000)),
                      Excerpt.of(body))
                  : new AttemptResult.Failed(ErrorClass.TLS, Deliveries.text(random, 4_000));
          LastAttempt last = LastAttempt.of(NOW, result);
          Delivery delivery = Deliveries.random(random);
          TopicRecord written = write(delivery.with(delivery.history().attempted(last)));

          assertThat(readOne(written).history().last()).contains(last);
          assertThat(bytes(header(written, HeaderNames.EXCERPT)).length)
              .isLessThanOrEqualTo(Excerpt.MAX_BYTES);
          assertThat(header(written, HeaderNames.ERROR).chars()).noneMatch(Character::isISOControl);
        });
  }

  @Test
  void carriesNoLoneSurrogateSinceUtf8CannotAndEndsWholeCharacters() {
    String foreign = "a\ud800b" + "€".repeat(1_000);
    LastAttempt last = new LastAttempt(NOW, "http-500", Optional.of(500), foreign, foreign);
    Delivery delivery = Deliveries.random(new Random(1));
    Delivery attempted = delivery.with(delivery.history().attempted(last));

    assertThat(last.excerpt()).startsWith("a\ufffdb€").endsWith("€");
    assertThat(bytes(last.excerpt()).length).isBetween(Excerpt.MAX_BYTES - 3, Excerpt.MAX_BYTES);
    assertThat(readOne(write(attempted)).history()).isEqualTo(attempted.history());
  }

  @Test
  void hasCountsThatStopWhereTheReaderStillAcceptsThem() {
    Delivery delivery = Deliveries.random(new Random(2));
    History worn =
        new History(
            History.MAX_COUNT,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            History.MAX_COUNT);
    LastAttempt last = new LastAttempt(NOW, "dns", Optional.empty(), "", "");

    assertThat(readOne(write(delivery.with(worn.deferred()))).history()).isEqualTo(worn);
    assertThat(readOne(write(delivery.with(worn.attempted(last)))).history().attempts())
        .isEqualTo(History.MAX_COUNT);
  }

  @Test
  @Tag("R-D7")
  void keepsIdTtlTimestampAndReasonWhenItIsMovedToItsOwnPartition() {
    SourceRecord foreign =
        source(TOPICS.events(), "acme", "{}", "ce_type", "order.created", "barid-ttl", "90s");
    Incoming.ForAll first = (Incoming.ForAll) RecordReader.readEvent(foreign);
    Instant later = NOW.plusSeconds(3_600);
    TopicRecord moved = RecordWriter.rehomed(TOPICS, 6, first, later);

    assertThat(moved.topic()).isEqualTo(TOPICS.redeliveries());
    assertThat(moved.partition()).hasValue(6);
    assertThat(moved.timestampMs()).isEqualTo(later.toEpochMilli());
    Incoming.ForAll second = (Incoming.ForAll) RecordReader.readRedelivery(polled(moved, 7));
    assertThat(second.rehomed()).isTrue();
    assertThat(second.ttl()).contains(Duration.ofSeconds(90));
    assertThat(second.retryReason()).isEmpty();
    assertSameEvent(second.event(), first.event());
    assertThat(second.event().id()).isEqualTo("evt-3-42");
    assertThat(second.event().origin()).isEqualTo("barid.events-3-42");

    Incoming.ForAll redriven =
        new Incoming.ForAll(
            foreign, first.event(), Optional.empty(), Optional.of("redrive"), false);
    Incoming.ForAll read =
        (Incoming.ForAll)
            RecordReader.readRedelivery(
                polled(RecordWriter.rehomed(TOPICS, 6, redriven, later), 8));
    assertThat(read.retryReason()).contains("redrive");
    assertThat(read.ttl()).isEmpty();
  }

  @Test
  @Tag("R-B4")
  void hasALifetimeInWholeMillisecondsThatATtlOnlyShortens() {
    Instant fine = Instant.parse("2026-03-04T05:06:07.123456789Z");
    Instant coarse = Instant.parse("2026-03-04T05:06:07.123Z");
    Duration day = Duration.ofDays(1);

    assertThat(Lifetime.starting(fine, day, fine, Optional.empty()))
        .isEqualTo(new Lifetime(coarse, coarse.plus(day)));
    assertThat(Lifetime.starting(fine, day, NOW, Optional.of(Duration.ofHours(2))).giveUpAt())
        .isEqualTo(NOW.plus(Duration.ofHours(2)));
    assertThat(Lifetime.starting(fine, day, NOW, Optional.of(Duration.ofDays(300))).giveUpAt())
        .isEqualTo(coarse.plus(day));
  }

  private static Delivery afterHop(Delivery delivery, Random random) {
    if (random.nextBoolean()) {
      return delivery.with(delivery.history().deferred());
    }
    byte[] body = new byte[random.nextInt(2_000)];
    random.nextBytes(body);
    AttemptResult result =
        random.nextBoolean()
            ? new AttemptResult.Answered(500, Optional.empty(), Optional.empty(), Excerpt.of(body))
            : new AttemptResult.Failed(ErrorClass.DNS, Deliveries.text(random, 2_000));
    return delivery.with(delivery.history().attempted(LastAttempt.of(NOW, result)));
  }

  private static TopicRecord write(Delivery delivery) {
    return RecordWriter.waiting("barid.retry.1m", 5, NOW, NOW.plusSeconds(30), delivery);
  }

  private static TopicRecord deadLetter(Delivery delivery) {
    return RecordWriter.deadLetter(
        TOPICS,
        source(TOPICS.events(), "acme", "{}"),
        NOW,
        delivery,
        DeadLetterReason.EXHAUSTED,
        "\u0001".repeat(100_000));
  }

  private static Delivery readOne(TopicRecord written) {
    Incoming incoming = RecordReader.readRedelivery(polled(written, 99));
    assertThat(incoming).isInstanceOf(Incoming.ForOne.class);
    return ((Incoming.ForOne) incoming).delivery();
  }

  private static long ownSize(Event event) {
    long size = 64L + event.subscriber().length() + event.body().length;
    for (Header header : event.headers()) {
      size += 8L + header.key().length() + (header.value() == null ? 0 : header.value().length);
    }
    return size;
  }

  private static void assertSame(Delivery read, Delivery written) {
    assertThat(read.endpoint()).isEqualTo(written.endpoint());
    assertThat(read.history()).isEqualTo(written.history());
    assertSameEvent(read.event(), written.event());
  }

  private static void assertSameEvent(Event read, Event written) {
    assertThat(read.subscriber()).isEqualTo(written.subscriber());
    assertThat(read.id()).isEqualTo(written.id());
    assertThat(read.type()).isEqualTo(written.type());
    assertThat(read.body()).isEqualTo(written.body());
    assertThat(read.acceptedAtMs()).isEqualTo(written.acceptedAtMs());
    assertThat(read.origin()).isEqualTo(written.origin());
    assertThat(new ArrayList<>(read.headers())).isEqualTo(List.copyOf(written.headers()));
  }
}
