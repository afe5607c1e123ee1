package dev.barid.testkit.guarantee;

import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.Topics;
import dev.barid.testkit.HandledRequest;
import dev.barid.testkit.Receiver;
import dev.barid.testkit.TestBroker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * How far everything has come, without reading it: cheap to look at, and the same twice if nothing
 * happened in between.
 *
 * @param ends where the topics' partitions end
 * @param unfinished what says that something is under way, in words; empty if nothing does
 * @param requests how many the receiver has got, and how many of them have ended
 */
record Marks(Map<TopicPartition, Long> ends, List<String> unfinished, List<Integer> requests) {

  static Marks of(TestBroker broker, RetryTiers tiers, Receiver receiver) {
    Topics topics = broker.topics();
    List<String> names = TopicContents.names(topics, tiers);
    Map<TopicPartition, Long> stable = broker.ends(names, IsolationLevel.READ_COMMITTED);
    Map<TopicPartition, Long> ends = broker.ends(names, IsolationLevel.READ_UNCOMMITTED);
    Map<TopicPartition, Long> finished = new HashMap<>(committed(broker, topics.dispatcherGroup()));
    finished.putAll(committed(broker, topics.schedulerGroup()));
    Map<String, String> unfinished = new TreeMap<>();
    Predicate<TopicPartition> isRead =
        partition ->
            !partition.topic().equals(topics.dlq()) && !partition.topic().equals(topics.attempts());
    ends.forEach(
        (partition, end) -> {
          long stableEnd = stable.getOrDefault(partition, 0L);
          long readTo = isRead.test(partition) ? finished.getOrDefault(partition, 0L) : end;
          if (stableEnd < end || readTo < end) {
            unfinished.put(
                partition.toString(),
                "%s: end %d, before transactions %d, read to %d"
                    .formatted(partition, end, stableEnd, readTo));
          }
        });
    List<HandledRequest> requests = receiver.handled();
    int ended = (int) requests.stream().filter(r -> r.endedAt().isPresent()).count();
    return new Marks(ends, List.copyOf(unfinished.values()), List.of(requests.size(), ended));
  }

  /** No transaction is open, and whoever reads the topics has come to their ends. */
  boolean atRest() {
    return unfinished.isEmpty();
  }

  private static Map<TopicPartition, Long> committed(TestBroker broker, String group) {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    Map<TopicPartition, OffsetAndMetadata> committed =
        TestBroker.get(
            broker.admin().listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    committed.forEach((partition, offset) -> offsets.put(partition, offset.offset()));
    return offsets;
  }
}
