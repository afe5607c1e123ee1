package dev.barid.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads partitions from their beginning to their end as it was when the scan began, so that it
 * always ends; sees only what is committed. Not for use by several threads, but for {@link
 * #wakeUp}.
 */
public final class TopicScan implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(200);

  private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, Long> ends;
  private final Set<TopicPartition> unfinished = new HashSet<>();
  private boolean following;

  /**
   * A scan that begins now.
   *
   * @param consumer made by {@link KafkaClients#consumer}; the scan closes it
   * @param since records with an older timestamp may be left out, as far as Kafka's index tells
   */
  public TopicScan(
      org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer,
      Collection<TopicPartition> partitions,
      Optional<Instant> since) {
    this.consumer = consumer;
    consumer.assign(partitions);
    this.ends = consumer.endOffsets(partitions);
    consumer.seekToBeginning(partitions);
    since.ifPresent(this::skipOlder);
    unfinished.addAll(partitions);
    dropFinished();
  }

  private void skipOlder(Instant since) {
    Map<TopicPartition, Long> times = new HashMap<>();
    ends.keySet().forEach(partition -> times.put(partition, since.toEpochMilli()));
    Map<TopicPartition, OffsetAndTimestamp> found = consumer.offsetsForTimes(times);
    ends.forEach(
        (partition, end) -> {
          OffsetAndTimestamp first = found.get(partition);
          consumer.seek(partition, first == null ? end : first.offset());
        });
  }

  /** Goes on from this offset of a partition; past its end, the partition is done. */
  public void seek(TopicPartition partition, long offset) {
    consumer.seek(partition, Math.min(offset, end(partition.topic(), partition.partition())));
    dropFinished();
  }

  /** The first offsets that the partitions still have. */
  public Map<TopicPartition, Long> beginnings() {
    return consumer.beginningOffsets(ends.keySet());
  }

  /** Reads all that is left and hands each record over. */
  public void forEach(Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
    while (!isDone()) {
      poll().forEach(visitor);
    }
  }

  /** The next records, in their order within each partition; may be none. */
  public List<ConsumerRecord<byte[], byte[]>> poll() {
    if (isDone()) {
      return List.of();
    }
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
      if (following || record.offset() < end(record.topic(), record.partition())) {
        records.add(record);
      }
    }
    dropFinished();
    return records;
  }

  /** Whether the end as of the beginning is reached; never, once it is to be followed. */
  public boolean isDone() {
    return !following && unfinished.isEmpty();
  }

  /** Whether {@link #follow} was called. */
  public boolean isFollowing() {
    return following;
  }

  /** From now on the scan goes on with what arrives, from where it stands. */
  public void follow() {
    following = true;
    // What was already fetched from behind the end, and left out.
    ends.forEach(
        (partition, end) -> {
          if (consumer.position(partition) > end) {
            consumer.seek(partition, end);
          }
        });
    consumer.resume(consumer.assignment());
  }

  /** The first offset behind the scan. */
  public long end(String topic, int partition) {
    return ends.getOrDefault(new TopicPartition(topic, partition), 0L);
  }

  /** Makes a {@link #poll} under way throw WakeupException; from any thread. */
  public void wakeUp() {
    consumer.wakeup();
  }

  /** By position, not by records: markers and compaction leave gaps at the end, too. */
  private void dropFinished() {
    List<TopicPartition> finished =
        unfinished.stream()
            .filter(each -> consumer.position(each) >= end(each.topic(), each.partition()))
            .toList();
    finished.forEach(unfinished::remove);
    if (!following && !finished.isEmpty()) {
      consumer.pause(finished);
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
