package dev.barid.dispatcher;

import dev.barid.core.topic.RetryTiers;
import dev.barid.testkit.StoredRecord;
import dev.barid.testkit.TestBroker;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** What has come of a test's events, asked of the broker. */
final class Observed {

  private Observed() {}

  /** The bodies of all that was written to a delay tier. */
  static List<String> retries(TestBroker broker) {
    List<String> topics = RetryTiers.DEFAULT.tiers().stream().map(broker.topics()::retry).toList();
    return broker.readAll(topics).values().stream()
        .flatMap(List::stream)
        .map(StoredRecord::value)
        .map(value -> value.orElse(""))
        .toList();
  }

  /**
   * Returns once so many partitions have been committed for the first time, which is done before
   * anything is finished; so what is committed next has outcomes in it.
   */
  static void awaitFirstCommit(TestBroker broker, int partitions) {
    Member.await("the first commit", () -> committed(broker).size() == partitions);
  }

  static Map<TopicPartition, OffsetAndMetadata> committed(TestBroker broker) {
    return TestBroker.get(
        broker
            .admin()
            .listConsumerGroupOffsets(broker.topics().dispatcherGroup())
            .partitionsToOffsetAndMetadata());
  }

  /** By how many offsets the group is behind the ends, transaction markers included. */
  static long lag(TestBroker broker) {
    Map<TopicPartition, OffsetAndMetadata> committed = committed(broker);
    Map<TopicPartition, OffsetSpec> latest =
        committed.keySet().stream()
            .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
    Map<TopicPartition, Long> ends =
        TestBroker.get(broker.admin().listOffsets(latest).all()).entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, end -> end.getValue().offset()));
    return committed.entrySet().stream()
        .mapToLong(entry -> ends.getOrDefault(entry.getKey(), 0L) - entry.getValue().offset())
        .sum();
  }
}
