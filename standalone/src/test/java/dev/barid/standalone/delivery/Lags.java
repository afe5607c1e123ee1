package dev.barid.standalone.delivery;

import static java.util.Objects.requireNonNull;

import dev.barid.testkit.TestBroker;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** How far the dispatcher's group is behind, asked of the broker. */
final class Lags {

  private Lags() {}

  static long of(TestBroker broker) {
    Map<TopicPartition, OffsetAndMetadata> committed =
        TestBroker.get(
            broker
                .admin()
                .listConsumerGroupOffsets(broker.topics().dispatcherGroup())
                .partitionsToOffsetAndMetadata());
    Map<TopicPartition, OffsetSpec> latest =
        committed.keySet().stream()
            .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
    return TestBroker.get(broker.admin().listOffsets(latest).all()).entrySet().stream()
        .mapToLong(
            end -> end.getValue().offset() - requireNonNull(committed.get(end.getKey())).offset())
        .sum();
  }
}
