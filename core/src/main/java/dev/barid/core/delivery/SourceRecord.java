package dev.barid.core.delivery;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A record as it was read from Kafka, without Kafka's client types.
 *
 * @param topic the full topic name
 * @param partition its partition
 * @param offset its offset
 * @param timestampMs its timestamp, epoch milliseconds
 * @param key the key's bytes, null if it has none
 * @param value the value's bytes, null if it has none
 * @param headers its headers; read only
 */
public record SourceRecord(
    String topic,
    int partition,
    long offset,
    long timestampMs,
    byte @Nullable [] key,
    byte @Nullable [] value,
    Headers headers) {

  /** {@code topic-partition-offset}, the form in which origins and positions are written. */
  public String position() {
    return topic + "-" + partition + "-" + offset;
  }
}
