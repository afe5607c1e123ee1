package dev.barid.scheduler;

import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.jspecify.annotations.Nullable;

/**
 * The value of a record on its way to {@code redeliveries}, with the partition that it must go to:
 * the one that it came from, whatever its key says.
 *
 * @param value the record's value, null for none
 * @param partition the partition number
 */
record Released(byte @Nullable [] value, int partition) {

  // The method that it implements is to be removed, and until then abstract.
  @SuppressWarnings("removal")
  static final StreamPartitioner<byte[], Released> PARTITIONER =
      (topic, key, released, partitions) -> Optional.of(Set.of(released.partition()));

  /** The value's bytes as they are. */
  static final class ValueSerializer implements Serializer<Released> {
    @Override
    public byte @Nullable [] serialize(String topic, Released released) {
      return released.value();
    }
  }
}
