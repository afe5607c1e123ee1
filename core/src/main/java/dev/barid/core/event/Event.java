package dev.barid.core.event;

import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Header;

/**
 * What a producer handed over, as it will be sent.
 *
 * @param subscriber the subscriber's id, the record's key
 * @param id the event's id: {@code ce_id}, or {@code evt-<partition>-<offset>}; it becomes {@code
 *     webhook-id} and stays the same over all attempts and endpoints
 * @param type the event type ({@code ce_type}), if the producer gave one
 * @param body the record's value, byte for byte; not copied, never changed
 * @param headers the producer's own record headers in their order, without those that begin with
 *     {@code barid-}
 * @param acceptedAtMs the record's timestamp on {@code events}, epoch milliseconds
 * @param origin where the event came from, {@code topic-partition-offset} on {@code events}
 */
public record Event(
    String subscriber,
    String id,
    Optional<String> type,
    byte[] body,
    List<Header> headers,
    long acceptedAtMs,
    String origin) {

  public Event {
    headers = List.copyOf(headers);
  }
}
