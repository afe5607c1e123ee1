package dev.barid.testkit;

import dev.barid.core.delivery.SourceRecord;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A record as it lies in a topic, with its parts as text.
 *
 * @param source the record in bytes
 */
public record StoredRecord(SourceRecord source) {

  static StoredRecord of(ConsumerRecord<byte[], byte[]> read) {
    return new StoredRecord(
        new SourceRecord(
            read.topic(),
            read.partition(),
            read.offset(),
            read.timestamp(),
            read.key(),
            read.value(),
            read.headers()));
  }

  public int partition() {
    return source.partition();
  }

  public long offset() {
    return source.offset();
  }

  /** The key as UTF-8, empty for a record without one. */
  public Optional<String> key() {
    return text(source.key());
  }

  /** The value as UTF-8, empty for a tombstone. */
  public Optional<String> value() {
    return text(source.value());
  }

  /** The last header of that name as UTF-8, empty if there is none or it has no value. */
  public Optional<String> header(String name) {
    Header header = source.headers().lastHeader(name);
    return header == null ? Optional.empty() : text(header.value());
  }

  /** In one line, as failed assertions show it. */
  @Override
  public String toString() {
    StringBuilder headers = new StringBuilder();
    for (Header header : source.headers()) {
      headers.append(' ').append(header.key()).append('=').append(text(header.value()).orElse("∅"));
    }
    return source.position() + " " + key().orElse("∅") + ": " + value().orElse("∅") + headers;
  }

  private static Optional<String> text(byte @Nullable [] bytes) {
    return bytes == null
        ? Optional.empty()
        : Optional.of(new String(bytes, StandardCharsets.UTF_8));
  }
}
