package dev.barid.benchmarks.scheduler;

import dev.barid.benchmarks.stage.Broker;
import dev.barid.core.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads {@code redeliveries} as the dispatcher does, committed records alone, and notes when each
 * came. Its own thread reads; counts may be asked for from any.
 */
final class Redeliveries implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final int MAX_POLL_RECORDS = 5_000;
  private static final int FETCH_BYTES = 8 << 20;

  private final Map<Mark.Kind, AtomicLong> counts = new ConcurrentHashMap<>();
  private final CompletableFuture<Ledger> ledger = new CompletableFuture<>();
  private volatile long lastMs;
  private volatile boolean ending;

  private Redeliveries() {}

  /** Begins to read, from the topic's beginning. */
  static Redeliveries read(Broker broker, Topics topics) {
    Redeliveries reader = new Redeliveries();
    List<TopicPartition> partitions =
        IntStream.range(0, broker.partitions())
            .mapToObj(number -> new TopicPartition(topics.redeliveries(), number))
            .toList();
    Thread thread = new Thread(() -> reader.run(broker.servers(), partitions), "redeliveries");
    thread.setDaemon(true);
    thread.start();
    return reader;
  }

  /** How many of a kind came so far, repeated ones, too. */
  long count(Mark.Kind kind) {
    check();
    return of(kind).get();
  }

  /** How long nothing has come, in milliseconds. */
  long quietMs() {
    return System.currentTimeMillis() - lastMs;
  }

  /** Reads up to the topic's end as of now, and no further. */
  Ledger end() {
    ending = true;
    return ledger.join();
  }

  @Override
  public void close() {
    ending = true;
  }

  private AtomicLong of(Mark.Kind kind) {
    return counts.computeIfAbsent(kind, any -> new AtomicLong());
  }

  private void check() {
    if (ledger.isCompletedExceptionally()) {
      ledger.join();
    }
  }

  private void run(String servers, List<TopicPartition> partitions) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                servers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                MAX_POLL_RECORDS,
                ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                FETCH_BYTES),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      List<Arrival> arrivals = new ArrayList<>();
      while (!ending) {
        poll(consumer, arrivals);
      }
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        poll(consumer, arrivals);
      }
      ledger.complete(new Ledger(arrivals));
    } catch (RuntimeException failed) {
      ledger.completeExceptionally(failed);
    }
  }

  private void poll(KafkaConsumer<byte[], byte[]> consumer, List<Arrival> arrivals) {
    var records = consumer.poll(POLL);
    long nowMs = System.currentTimeMillis();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      Mark mark = Mark.read(record.value());
      arrivals.add(new Arrival(mark, record.partition(), nowMs));
      lastMs = nowMs;
      of(mark.kind()).incrementAndGet();
    }
  }
}
