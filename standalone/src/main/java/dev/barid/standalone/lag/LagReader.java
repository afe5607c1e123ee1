package dev.barid.standalone.lag;

import dev.barid.cli.KafkaClients;
import dev.barid.core.settings.Keys;
import dev.barid.core.settings.Settings;
import dev.barid.core.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.jspecify.annotations.Nullable;

/**
 * Measures the lag of Barid's groups. What is committed is asked for before the ends, so that lag
 * is never negative. Not for use by several threads.
 */
public final class LagReader implements AutoCloseable {

  private static final Comparator<Lag> ORDER =
      Comparator.comparing(Lag::group).thenComparing(Lag::topic).thenComparing(Lag::partition);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final long FIRST_RECORDS_NANOS = Duration.ofSeconds(5).toNanos();

  private final KafkaClients clients;
  private final Admin admin;
  private final Consumer<byte[], byte[]> consumer;

  public LagReader(KafkaClients clients) {
    this.clients = clients;
    this.admin = clients.admin();
    this.consumer = clients.consumer();
  }

  /**
   * The lag of each partition that a group reads, sorted by group, topic and partition.
   *
   * @param nowMs the wall clock, epoch milliseconds
   */
  public List<Lag> read(long nowMs) {
    Settings settings = clients.settings();
    Topics topics = settings.topics();
    List<Lag> lags = new ArrayList<>();
    lags.addAll(
        group(topics.dispatcherGroup(), Stream.of(topics.events(), topics.redeliveries()), nowMs));
    lags.addAll(
        group(
            topics.schedulerGroup(),
            Stream.concat(
                settings.value(Keys.RETRY_TIERS).tiers().stream().map(topics::retry),
                Stream.of(topics.parked())),
            nowMs));
    lags.sort(ORDER);
    return lags;
  }

  private List<Lag> group(String group, Stream<String> topics, long nowMs) {
    Map<TopicPartition, Long> committed = committed(group);
    Set<TopicPartition> partitions = new HashSet<>();
    topics.forEach(topic -> partitions.addAll(clients.partitions(topic)));
    Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    Map<TopicPartition, Long> from = new HashMap<>();
    for (TopicPartition partition : partitions) {
      long beginning = beginnings.getOrDefault(partition, 0L);
      // Groups begin at the earliest record, and retention may have passed a commit by.
      from.put(partition, Math.max(beginning, committed.getOrDefault(partition, beginning)));
    }
    Map<TopicPartition, Long> firstTimes = firstTimes(from, ends);
    return partitions.stream()
        .map(
            partition -> {
              long start = from.getOrDefault(partition, 0L);
              long end = Math.max(start, ends.getOrDefault(partition, start));
              return lag(group, partition, start, end, firstTimes.get(partition), nowMs);
            })
        .toList();
  }

  private static Lag lag(
      String group,
      TopicPartition partition,
      long start,
      long end,
      @Nullable Long firstMs,
      long nowMs) {
    String topic = partition.topic();
    int number = partition.partition();
    return firstMs == null
        ? new Lag(group, topic, number, start, end, 0, 0)
        : new Lag(
            group, topic, number, start, end, end - start, Math.max(0, nowMs - firstMs) / 1000.0);
  }

  private Map<TopicPartition, Long> committed(String group) {
    Map<TopicPartition, Long> committed =
        new TreeMap<>(
            Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition));
    try {
      KafkaClients.await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
          .forEach(
              (partition, offset) -> {
                if (offset != null) {
                  committed.put(partition, offset.offset());
                }
              });
    } catch (GroupIdNotFoundException neverStarted) {
      // Then all there is lies before it.
    }
    return committed;
  }

  /**
   * The timestamps of the first records between two offsets. Where there is none, since transaction
   * markers and aborted or compacted records take up offsets too, there is no entry.
   */
  private Map<TopicPartition, Long> firstTimes(
      Map<TopicPartition, Long> from, Map<TopicPartition, Long> ends) {
    Set<TopicPartition> open = new HashSet<>();
    from.forEach(
        (partition, start) -> {
          if (ends.getOrDefault(partition, start) > start) {
            open.add(partition);
          }
        });
    Map<TopicPartition, Long> times = new HashMap<>();
    consumer.assign(open);
    open.forEach(partition -> consumer.seek(partition, from.getOrDefault(partition, 0L)));
    long deadline = System.nanoTime() + FIRST_RECORDS_NANOS;
    while (!open.isEmpty() && System.nanoTime() - deadline < 0) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        if (record.offset() < ends.getOrDefault(partition, 0L)) {
          times.putIfAbsent(partition, record.timestamp());
        }
      }
      Set<TopicPartition> done = new HashSet<>();
      for (TopicPartition partition : open) {
        if (times.containsKey(partition)
            || consumer.position(partition) >= ends.getOrDefault(partition, 0L)) {
          done.add(partition);
        }
      }
      open.removeAll(done);
      consumer.pause(done);
    }
    return times;
  }

  @Override
  public void close() {
    consumer.close();
    admin.close();
  }
}
