package dev.barid.testkit;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads topics' committed records from the beginning, outside any group, as often as asked. Not
 * thread-safe.
 */
final class TopicReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(50);

  private final KafkaConsumer<byte[], byte[]> consumer;

  /** Where partitions begin as far as this reader is concerned, if not where they do. */
  private final Map<TopicPartition, Long> begins;

  TopicReader(String bootstrapServers, Map<TopicPartition, Long> begins) {
    this.begins = begins;
    consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                "false",
                // What it asked for last holds the next reading up for no longer.
                ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                (int) POLL.toMillis()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
  }

  /** The records before those ends, by topic, each topic's by partition and offset. */
  Map<String, List<StoredRecord>> before(Map<TopicPartition, Long> ends, Duration timeout) {
    List<StoredRecord> read = new ArrayList<>();
    // Those with no record have nothing to wait for.
    fromTheBeginning(ends.keySet().stream().filter(p -> end(ends, p) > end(begins, p)).toList());
    long deadline = System.nanoTime() + timeout.toNanos();
    while (consumer.assignment().stream().anyMatch(p -> consumer.position(p) < end(ends, p))) {
      if (System.nanoTime() - deadline > 0) {
        String what = "their ends, " + ends + ", aren't reached (a transaction left open?)";
        throw failed(what, timeout, read);
      }
      poll(read);
    }
    read.removeIf(late -> late.offset() >= end(ends, at(late)));
    read.sort(Comparator.comparingInt(StoredRecord::partition).thenComparing(StoredRecord::offset));
    Map<String, List<StoredRecord>> byTopic = new HashMap<>();
    ends.keySet().forEach(partition -> byTopic.put(partition.topic(), new ArrayList<>()));
    for (StoredRecord stored : read) {
      requireNonNull(byTopic.get(stored.source().topic())).add(stored);
    }
    return byTopic;
  }

  /** Reads on until the records read, in the order they came, satisfy the condition. */
  List<StoredRecord> until(
      Collection<TopicPartition> partitions,
      Predicate<List<StoredRecord>> condition,
      Duration timeout) {
    List<StoredRecord> read = new ArrayList<>();
    fromTheBeginning(partitions);
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!condition.test(Collections.unmodifiableList(read))) {
      if (System.nanoTime() - deadline > 0) {
        throw failed("what was waited for isn't there", timeout, read);
      }
      poll(read);
    }
    return List.copyOf(read);
  }

  private void fromTheBeginning(Collection<TopicPartition> partitions) {
    // What was fetched before for the same partitions must not be taken for this reading's.
    consumer.unsubscribe();
    consumer.assign(partitions);
    for (TopicPartition partition : partitions) {
      Long begin = begins.get(partition);
      if (begin == null) {
        consumer.seekToBeginning(List.of(partition));
      } else {
        consumer.seek(partition, begin);
      }
    }
  }

  private void poll(List<StoredRecord> read) {
    consumer.poll(POLL).forEach(polled -> read.add(StoredRecord.of(polled)));
  }

  private static TopicPartition at(StoredRecord stored) {
    return new TopicPartition(stored.source().topic(), stored.partition());
  }

  private static long end(Map<TopicPartition, Long> ends, TopicPartition partition) {
    return ends.getOrDefault(partition, 0L);
  }

  private AssertionError failed(String what, Duration timeout, List<StoredRecord> read) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    consumer.assignment().forEach(partition -> counts.put(partition.topic(), 0));
    read.forEach(stored -> counts.merge(stored.source().topic(), 1, Integer::sum));
    StringBuilder message = new StringBuilder(counts.keySet() + ": after " + timeout + " " + what);
    message.append("; ").append(read.size()).append(" records read:");
    read.forEach(stored -> message.append("\n  ").append(stored));
    return new AssertionError(message.toString());
  }

  @Override
  public void close() {
    consumer.close();
  }
}
