package dev.barid.dlq;

import dev.barid.core.delivery.Delivery;
import dev.barid.core.delivery.History;
import dev.barid.core.delivery.LastAttempt;
import dev.barid.core.delivery.Lifetime;
import dev.barid.core.delivery.RecordWriter;
import dev.barid.core.delivery.SourceRecord;
import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.event.Event;
import dev.barid.core.policy.DeadLetterReason;
import dev.barid.core.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Dead letters as the dispatcher writes them. */
final class Letters {

  static final Instant ACCEPTED = Instant.parse("2026-05-01T08:00:00Z");
  static final Instant FIRST_SEEN = Instant.parse("2026-05-01T08:00:01Z");
  static final Instant LAST_ATTEMPT = Instant.parse("2026-05-01T11:59:59.250Z");
  static final Instant DEAD = Instant.parse("2026-05-01T12:00:00Z");

  private final Topics topics;

  Letters(Topics topics) {
    this.topics = topics;
  }

  /** Died after five attempts, the last one answered with this status. */
  TopicRecord exhausted(String subscriber, String endpoint, String eventId, int status) {
    return dead(subscriber, endpoint, eventId, status, DeadLetterReason.EXHAUSTED);
  }

  TopicRecord dead(
      String subscriber, String endpoint, String eventId, int status, DeadLetterReason reason) {
    History history =
        new History(
            5,
            Optional.of(new Lifetime(FIRST_SEEN, FIRST_SEEN.plusSeconds(86_400))),
            Optional.of("http-" + status),
            Optional.of(
                new LastAttempt(
                    LAST_ATTEMPT, "http-" + status, Optional.of(status), "HTTP " + status, "oops")),
            0);
    Event event = event(subscriber, eventId);
    return RecordWriter.deadLetter(
        topics,
        source(key(subscriber), event.body(), number(eventId)),
        DEAD,
        new Delivery(event, endpoint, history),
        reason,
        "HTTP " + status + " after 5 attempts");
  }

  /** Died because nobody has this name. */
  TopicRecord unknownSubscriber(String subscriber, String eventId) {
    Event event = event(subscriber, eventId);
    return RecordWriter.deadLetter(
        topics,
        source(key(subscriber), event.body(), number(eventId)),
        DEAD,
        event,
        DeadLetterReason.UNKNOWN_SUBSCRIBER,
        "unknown subscriber");
  }

  /** Died because its key was nobody's. */
  TopicRecord malformed(byte @Nullable [] key, byte @Nullable [] value, long offset) {
    return RecordWriter.malformed(topics, source(key, value, offset), DEAD, "key is no id");
  }

  /** The dead letter, as read from this offset of its partition. */
  static DeadLetter at(TopicRecord record, long offset) {
    return new DeadLetter(
        new SourceRecord(
            record.topic(),
            record.partition().orElse(0),
            offset,
            record.timestampMs(),
            record.key(),
            record.value(),
            record.headers()));
  }

  /** The number of e-17; it makes the dead letter's id, which must differ from others'. */
  private static long number(String eventId) {
    return Long.parseLong(eventId.substring(2));
  }

  private static byte[] key(String subscriber) {
    return subscriber.getBytes(StandardCharsets.UTF_8);
  }

  private Event event(String subscriber, String eventId) {
    List<Header> headers =
        List.of(
            new RecordHeader("ce_id", key(eventId)),
            new RecordHeader("ce_type", key("order.created")));
    return new Event(
        subscriber,
        eventId,
        Optional.of("order.created"),
        key("{\"event\":\"" + eventId + "\"}"),
        headers,
        ACCEPTED.toEpochMilli(),
        topics.events() + "-0-7");
  }

  private SourceRecord source(byte @Nullable [] key, byte @Nullable [] value, long offset) {
    return new SourceRecord(
        topics.redeliveries(), 0, offset, DEAD.toEpochMilli(), key, value, new RecordHeaders());
  }
}
