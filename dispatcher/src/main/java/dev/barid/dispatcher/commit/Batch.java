package dev.barid.dispatcher.commit;

import dev.barid.core.delivery.TopicRecord;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * What one transaction writes: records, and the offsets of the events that they answer.
 *
 * @param id rises with every batch of a worker
 * @param group the membership under which the offsets are committed, taken before the batch was
 *     built; the broker refuses it once the group has moved on
 * @param offsets where each partition goes on
 * @param records retries, dead letters and attempts
 */
public record Batch(
    long id,
    ConsumerGroupMetadata group,
    Map<TopicPartition, OffsetAndMetadata> offsets,
    List<TopicRecord> records) {
  public Batch {
    offsets = Map.copyOf(offsets);
    records = List.copyOf(records);
  }
}
