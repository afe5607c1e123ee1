package dev.barid.core.delivery;

import java.util.OptionalInt;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A record to be written to one of Barid's topics.
 *
 * @param topic the full topic name
 * @param partition the partition, or empty to let the key decide
 * @param timestampMs the record's timestamp, epoch milliseconds
 * @param key the key's bytes, null for none
 * @param value the value's bytes, null for none
 * @param headers the headers, not shared with another record
 */
public record TopicRecord(
    String topic,
    OptionalInt partition,
    long timestampMs,
    byte @Nullable [] key,
    byte @Nullable [] value,
    Headers headers) {

  /** A record without headers whose key decides the partition. */
  public static TopicRecord keyed(String topic, long timestampMs, byte[] key, byte[] value) {
    return new TopicRecord(
        topic, OptionalInt.empty(), timestampMs, key, value, new RecordHeaders());
  }

  /** The same record for another partition. */
  public TopicRecord in(int otherPartition) {
    return new TopicRecord(topic, OptionalInt.of(otherPartition), timestampMs, key, value, headers);
  }

  /** About how large the record is in bytes: key, value and headers. */
  public long sizeBytes() {
    long size = 64L + (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
    for (var header : headers) {
      size += 8L + header.key().length() + (header.value() == null ? 0 : header.value().length);
    }
    return size;
  }
}
