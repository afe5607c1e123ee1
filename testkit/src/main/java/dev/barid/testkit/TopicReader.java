package dev.barid.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads a topic's committed records from the beginning, outside any group. */
final class TopicReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(50);

  private final String topic;
  private final String bootstrapServers;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions;
  private final List<StoredRecord> read = new ArrayList<>();

  TopicReader(String bootstrapServers, String topic) {
    this.topic = topic;
    this.bootstrapServers = bootstrapServers;
    this.consumer = consumer(bootstrapServers, "read_committed");
    this.partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  List<StoredRecord> toEnd(Duration timeout) {
    Map<TopicPartition, Long> ends = ends();
    long deadline = System.nanoTime() + timeout.toNanos();
    while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
      if (System.nanoTime() - deadline > 0) {
        throw failed("its end, " + ends + ", isn't reached (a transaction left open?)", timeout);
      }
      poll();
    }
    List<StoredRecord> sorted = new ArrayList<>(read);
    sorted.removeIf(late -> late.offset() >= end(ends, late));
    sorted.sort(
        Comparator.comparingInt(StoredRecord::partition).thenComparing(StoredRecord::offset));
    return sorted;
  }

  private long end(Map<TopicPartition, Long> ends, StoredRecord stored) {
    return ends.getOrDefault(new TopicPartition(topic, stored.partition()), 0L);
  }

  List<StoredRecord> until(Predicate<List<StoredRecord>> condition, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!condition.test(Collections.unmodifiableList(read))) {
      if (System.nanoTime() - deadline > 0) {
        throw failed("what was waited for isn't there", timeout);
      }
      poll();
    }
    return List.copyOf(read);
  }

  private void poll() {
    consumer.poll(POLL).forEach(polled -> read.add(StoredRecord.of(polled)));
  }

  /** The log's ends: those that a committed reader is told stop before an open transaction. */
  private Map<TopicPartition, Long> ends() {
    try (KafkaConsumer<byte[], byte[]> all = consumer(bootstrapServers, "read_uncommitted")) {
      return all.endOffsets(partitions);
    }
  }

  private AssertionError failed(String what, Duration timeout) {
    StringBuilder message = new StringBuilder(topic + ": after " + timeout + " " + what);
    message.append("; ").append(read.size()).append(" records read:");
    read.forEach(stored -> message.append("\n  ").append(stored));
    return new AssertionError(message.toString());
  }

  private static KafkaConsumer<byte[], byte[]> consumer(String servers, String isolation) {
    return new KafkaConsumer<>(
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            servers,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            isolation,
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest",
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            "false"),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  @Override
  public void close() {
    consumer.close();
  }
}
