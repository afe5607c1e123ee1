package dev.barid.dlq;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.delivery.SourceRecord;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * One record of the DLQ. Reading it never fails: a dead letter may well be one because it can't be
 * read.
 *
 * @param source the record
 */
record DeadLetter(SourceRecord source) {

  static DeadLetter of(ConsumerRecord<byte[], byte[]> record) {
    return new DeadLetter(
        new SourceRecord(
            record.topic(),
            record.partition(),
            record.offset(),
            record.timestamp(),
            record.key(),
            record.value(),
            record.headers()));
  }

  /** Its own id, the key of its mark; the position for a record that isn't Barid's. */
  String id() {
    return text(HeaderNames.DEAD_LETTER_ID).orElseGet(source::position);
  }

  Position position() {
    return new Position(source.topic(), source.partition(), source.offset());
  }

  /** When it became a dead letter. */
  Instant deadAt() {
    return Instant.ofEpochMilli(source.timestampMs());
  }

  /** The record's key as text, whether it is a subscriber's id or not; empty without a key. */
  Optional<String> subscriber() {
    return Optional.ofNullable(source.key()).map(key -> new String(key, StandardCharsets.UTF_8));
  }

  Optional<String> endpoint() {
    return text(HeaderNames.ENDPOINT);
  }

  Optional<String> eventId() {
    return text(HeaderNames.EVENT_ID);
  }

  Optional<String> eventType() {
    return text(HeaderNames.CE_TYPE);
  }

  Optional<String> reason() {
    return text(HeaderNames.DLQ_REASON);
  }

  Optional<Integer> status() {
    return number(HeaderNames.STATUS).map(Long::intValue);
  }

  Optional<String> error() {
    return text(HeaderNames.ERROR);
  }

  /** Attempts made, 0 if the record doesn't say. */
  int attempts() {
    return number(HeaderNames.ATTEMPT).map(Long::intValue).orElse(0);
  }

  Optional<Instant> firstSeenAt() {
    return instant(HeaderNames.FIRST_SEEN_AT);
  }

  Optional<Instant> lastAttemptAt() {
    return instant(HeaderNames.LAST_ATTEMPT_AT);
  }

  Optional<Instant> acceptedAt() {
    return instant(HeaderNames.ACCEPTED_AT);
  }

  Optional<Instant> giveUpAt() {
    return instant(HeaderNames.GIVE_UP_AT);
  }

  Optional<String> origin() {
    return text(HeaderNames.ORIGIN);
  }

  Optional<String> excerpt() {
    return text(HeaderNames.EXCERPT).filter(excerpt -> !excerpt.isEmpty());
  }

  private Optional<Instant> instant(String name) {
    return number(name)
        .flatMap(
            ms -> {
              try {
                return Optional.of(Instant.ofEpochMilli(ms));
              } catch (DateTimeException outOfRange) {
                return Optional.empty();
              }
            });
  }

  private Optional<Long> number(String name) {
    return text(name)
        .flatMap(
            text -> {
              try {
                return Optional.of(Long.parseLong(text));
              } catch (NumberFormatException notOurs) {
                return Optional.empty();
              }
            });
  }

  private Optional<String> text(String name) {
    Header header = source.headers().lastHeader(name);
    return header == null || header.value() == null
        ? Optional.empty()
        : Optional.of(new String(header.value(), StandardCharsets.UTF_8));
  }
}
