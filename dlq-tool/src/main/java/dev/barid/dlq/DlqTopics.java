package dev.barid.dlq;

import dev.barid.cli.CommandFailure;
import dev.barid.cli.KafkaClients;
import dev.barid.cli.TopicScan;
import dev.barid.core.topic.Topics;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The topics that hold the dead letters and what was done about them. */
final class DlqTopics {

  private final KafkaClients kafka;
  private final Topics topics;
  private final int partitions;

  private DlqTopics(KafkaClients kafka, Topics topics, int partitions) {
    this.kafka = kafka;
    this.topics = topics;
    this.partitions = partitions;
  }

  /**
   * Finds the topics.
   *
   * @throws CommandFailure if one is missing, or they don't have the same number of partitions
   */
  static DlqTopics open(KafkaClients kafka) {
    Topics topics = kafka.settings().topics();
    Map<String, Integer> counts =
        kafka.partitionCounts(List.of(topics.dlq(), topics.dlqState(), topics.redeliveries()));
    int partitions = counts.getOrDefault(topics.dlq(), 0);
    counts.forEach(
        (topic, found) -> {
          if (found != partitions) {
            throw CommandFailure.failed(
                "topic \"%s\" has %d partitions (expected: %d, as many as %s)"
                    .formatted(topic, found, partitions, topics.dlq()));
          }
        });
    return new DlqTopics(kafka, topics, partitions);
  }

  Topics names() {
    return topics;
  }

  KafkaClients kafka() {
    return kafka;
  }

  int partitions() {
    return partitions;
  }

  List<Integer> allPartitions() {
    return IntStream.range(0, partitions).boxed().toList();
  }

  /** The dead letters of these partitions, up to the end as of now. */
  TopicScan letters(Collection<Integer> of, Optional<Instant> since) {
    return scan(topics.dlq(), of, since);
  }

  /** How many records the DLQ holds at most, for a progress bar. */
  long size() {
    try (TopicScan scan = letters(allPartitions(), Optional.empty())) {
      return scan.beginnings().entrySet().stream()
          .mapToLong(
              each -> scan.end(each.getKey().topic(), each.getKey().partition()) - each.getValue())
          .sum();
    }
  }

  /** The dead letter at this position, if there is one and it is committed. */
  Optional<DeadLetter> letter(Position position) {
    TopicPartition partition = new TopicPartition(position.topic(), position.partition());
    try (TopicScan scan = letters(List.of(position.partition()), Optional.empty())) {
      scan.seek(partition, position.offset());
      while (!scan.isDone()) {
        for (ConsumerRecord<byte[], byte[]> record : scan.poll()) {
          return record.offset() == position.offset()
              ? Optional.of(DeadLetter.of(record))
              : Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  /** The marks of these partitions, as of now. */
  Marks marks(Collection<Integer> of) {
    try (TopicScan states = scan(topics.dlqState(), of, Optional.empty())) {
      return Marks.read(states);
    }
  }

  private TopicScan scan(String topic, Collection<Integer> of, Optional<Instant> since) {
    List<TopicPartition> wanted =
        of.stream().map(partition -> new TopicPartition(topic, partition)).toList();
    Consumer<byte[], byte[]> consumer = kafka.consumer();
    try {
      return new TopicScan(consumer, wanted, since);
    } catch (RuntimeException failed) {
      consumer.close();
      throw failed;
    }
  }
}
