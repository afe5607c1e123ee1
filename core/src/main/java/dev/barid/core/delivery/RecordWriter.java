package dev.barid.core.delivery;

import dev.barid.core.event.Event;
import dev.barid.core.policy.DeadLetterReason;
import dev.barid.core.text.Printable;
import dev.barid.core.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Turns deliveries into records. Every record is built from the event and its history alone, so
 * nothing accumulates from hop to hop.
 */
public final class RecordWriter {

  private RecordWriter() {}

  /**
   * A delivery that waits in a delay tier.
   *
   * @param topic the tier's topic
   * @param partition the partition it was read from
   * @param now the wall clock
   * @param dueAt when it is to be tried again
   */
  public static TopicRecord waiting(
      String topic, int partition, Instant now, Instant dueAt, Delivery delivery) {
    Headers headers = headers(delivery);
    InternalHeaders.put(headers, HeaderNames.DUE_AT, dueAt);
    return record(topic, partition, now.toEpochMilli(), delivery.event(), headers);
  }

  /**
   * A delivery that waits for its endpoint to be well again, until its give-up time at the latest.
   *
   * @param partition the partition it was read from
   * @param now the wall clock
   * @param version the health's version that parks it
   */
  public static TopicRecord parked(
      Topics topics, int partition, Instant now, Delivery delivery, long version) {
    Headers headers = headers(delivery);
    InternalHeaders.put(headers, HeaderNames.PARKED_VERSION, version);
    return record(topics.parked(), partition, now.toEpochMilli(), delivery.event(), headers);
  }

  /**
   * An event moved to its key's own partition of {@code redeliveries}, at most once.
   *
   * @param partition the key's own partition
   * @param now the wall clock: the record's own timestamp, so that the retention of {@code
   *     redeliveries} counts from the move; the event's goes along in a header
   */
  public static TopicRecord rehomed(
      Topics topics, int partition, Incoming.ForAll incoming, Instant now) {
    Event event = incoming.event();
    Headers headers = eventHeaders(event);
    InternalHeaders.put(headers, HeaderNames.REHOMED, 1);
    incoming
        .retryReason()
        .ifPresent(word -> InternalHeaders.put(headers, HeaderNames.REASON, word));
    incoming
        .ttl()
        .ifPresent(ttl -> InternalHeaders.put(headers, HeaderNames.TTL, ttl.toMillis() + "ms"));
    return record(topics.redeliveries(), partition, now.toEpochMilli(), event, headers);
  }

  /**
   * The dead letter of a delivery.
   *
   * @param source the record that ends here; it makes the dead letter's id
   * @param now the wall clock
   * @param detail one line for people: why
   */
  public static TopicRecord deadLetter(
      Topics topics,
      SourceRecord source,
      Instant now,
      Delivery delivery,
      DeadLetterReason reason,
      String detail) {
    Headers headers = headers(delivery);
    headers.remove(HeaderNames.ERROR);
    putDeath(headers, source.position() + "/" + delivery.endpoint(), reason, detail);
    return record(topics.dlq(), source.partition(), now.toEpochMilli(), delivery.event(), headers);
  }

  /** The dead letter of an event that has no endpoint to go to. */
  public static TopicRecord deadLetter(
      Topics topics,
      SourceRecord source,
      Instant now,
      Event event,
      DeadLetterReason reason,
      String detail) {
    Headers headers = eventHeaders(event);
    InternalHeaders.put(headers, HeaderNames.FIRST_SEEN_AT, now);
    putDeath(headers, source.position() + "/", reason, detail);
    return record(topics.dlq(), source.partition(), now.toEpochMilli(), event, headers);
  }

  /**
   * The dead letter of a record that is no event: key, value and the producer's headers stay, and
   * of what Barid knew of it whatever can still be read.
   */
  public static TopicRecord malformed(
      Topics topics, SourceRecord source, Instant now, String problem) {
    Headers headers = new RecordHeaders(InternalHeaders.producersOwn(source.headers()));
    if (source.topic().equals(topics.events())) {
      Salvage.ofEvent(source, headers);
    } else {
      Salvage.ofRedelivery(source, headers);
    }
    if (headers.lastHeader(HeaderNames.FIRST_SEEN_AT) == null) {
      InternalHeaders.put(headers, HeaderNames.FIRST_SEEN_AT, now);
    }
    putDeath(headers, source.position() + "/", DeadLetterReason.MALFORMED, problem);
    return unchanged(topics.dlq(), source, now, headers);
  }

  /**
   * A dead letter on its way back: the same event with the same id and a fresh budget, for the same
   * endpoint if it had one.
   *
   * @param deadLetter a record of {@code dlq}
   * @param now the wall clock
   */
  public static TopicRecord redriven(Topics topics, SourceRecord deadLetter, Instant now) {
    Headers headers = new RecordHeaders(InternalHeaders.producersOwn(deadLetter.headers()));
    for (String kept : List.of(HeaderNames.EVENT_ID, HeaderNames.ENDPOINT, HeaderNames.ORIGIN)) {
      Header header = deadLetter.headers().lastHeader(kept);
      if (header != null) {
        headers.add(header);
      }
    }
    InternalHeaders.put(headers, HeaderNames.ACCEPTED_AT, now);
    InternalHeaders.put(headers, HeaderNames.ATTEMPT, 0);
    InternalHeaders.put(headers, HeaderNames.REASON, "redrive");
    return unchanged(topics.redeliveries(), deadLetter, now, headers);
  }

  private static TopicRecord unchanged(
      String topic, SourceRecord source, Instant now, Headers headers) {
    return new TopicRecord(
        topic,
        OptionalInt.of(source.partition()),
        now.toEpochMilli(),
        source.key(),
        source.value(),
        headers);
  }

  private static void putDeath(Headers headers, String id, DeadLetterReason reason, String detail) {
    InternalHeaders.put(headers, HeaderNames.DEAD_LETTER_ID, id);
    InternalHeaders.put(headers, HeaderNames.DLQ_REASON, reason.wireName());
    InternalHeaders.put(
        headers, HeaderNames.ERROR, Printable.line(detail, LastAttempt.MAX_ERROR_CHARS));
  }

  private static Headers headers(Delivery delivery) {
    Headers headers = eventHeaders(delivery.event());
    InternalHeaders.put(headers, HeaderNames.ENDPOINT, delivery.endpoint());
    History history = delivery.history();
    InternalHeaders.put(headers, HeaderNames.ATTEMPT, history.attempts());
    history
        .lifetime()
        .ifPresent(
            lifetime -> {
              InternalHeaders.put(headers, HeaderNames.FIRST_SEEN_AT, lifetime.firstSeenAt());
              InternalHeaders.put(headers, HeaderNames.GIVE_UP_AT, lifetime.giveUpAt());
            });
    history.retryReason().ifPresent(word -> InternalHeaders.put(headers, HeaderNames.REASON, word));
    history
        .last()
        .ifPresent(
            last -> {
              InternalHeaders.put(headers, HeaderNames.LAST_ATTEMPT_AT, last.at());
              last.status()
                  .ifPresent(status -> InternalHeaders.put(headers, HeaderNames.STATUS, status));
              InternalHeaders.put(headers, HeaderNames.ERROR, last.error());
              InternalHeaders.put(headers, HeaderNames.EXCERPT, last.excerpt());
            });
    if (history.deferrals() > 0) {
      InternalHeaders.put(headers, HeaderNames.DEFERRALS, history.deferrals());
    }
    return headers;
  }

  private static Headers eventHeaders(Event event) {
    Headers headers = new RecordHeaders(event.headers());
    InternalHeaders.put(headers, HeaderNames.EVENT_ID, event.id());
    InternalHeaders.put(headers, HeaderNames.ACCEPTED_AT, event.acceptedAtMs());
    InternalHeaders.put(headers, HeaderNames.ORIGIN, event.origin());
    return headers;
  }

  private static TopicRecord record(
      String topic, int partition, long timestampMs, Event event, Headers headers) {
    return new TopicRecord(
        topic,
        OptionalInt.of(partition),
        timestampMs,
        event.subscriber().getBytes(StandardCharsets.UTF_8),
        event.body(),
        headers);
  }
}
