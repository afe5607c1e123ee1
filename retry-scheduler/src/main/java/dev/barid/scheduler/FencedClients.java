package dev.barid.scheduler;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * The clients of Kafka Streams, with three differences: no transaction goes without an offset, none
 * is left in doubt, and no producer takes for ever to close.
 *
 * <p>A process that stood still or was cut off is replaced by its group, and what it commits
 * afterwards is refused because of the offsets in the transaction: the broker looks at its
 * membership when it takes them, and at no other time. Kafka Streams puts in what tasks have
 * consumed since they came. But tasks here also write when time has passed, also before they have
 * consumed anything. Such a transaction of a replaced process would be taken: what it released
 * would exist twice, and its stores' changes would overwrite its successor's. So where there is no
 * offset, one is committed that changes nothing.
 *
 * <p>A commit that isn't answered in time may yet take place. Kafka Streams takes it for an abort:
 * it throws the stores away, and goes on with a producer that takes nothing before it is asked
 * again about that commit, which it never is. So such a commit ends the thread, and with it the
 * producer. The stores of its successor are read up to the end of their changelogs, which no reader
 * of committed records reaches before the transaction is decided.
 *
 * <p>A thread that dies closes its producer before its consumer. The first waits until brokers have
 * answered everything, and until then the second stays a member of the group, which heartbeats and
 * joins no rebalance: all others would wait for it. What a producer leaves undone is an open
 * transaction, which ends by its time-out.
 */
final class FencedClients implements KafkaClientSupplier {

  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
  private static final String CONSUMER = "-consumer";
  private static final String PRODUCER = "-producer";

  /** By the name of the stream thread whose they are. */
  private final Map<String, WeakReference<Consumer<byte[], byte[]>>> consumers =
      new ConcurrentHashMap<>();

  @Override
  public Admin getAdmin(Map<String, Object> config) {
    return Admin.create(config);
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    Consumer<byte[], byte[]> consumer = consumer(config);
    consumers.values().removeIf(gone -> gone.get() == null);
    consumers.put(threadOf(config, CONSUMER), new WeakReference<>(consumer));
    return consumer;
  }

  @Override
  public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
    String thread = threadOf(config, PRODUCER);
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer()) {
      @Override
      public void sendOffsetsToTransaction(
          Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
        answered(
            () ->
                super.sendOffsetsToTransaction(
                    offsets.isEmpty() ? unchanged(thread) : offsets, group));
      }

      @Override
      public void commitTransaction() {
        answered(super::commitTransaction);
      }

      @Override
      public void close() {
        close(CLOSE_TIMEOUT);
      }
    };
  }

  /** A step of a transaction ends its thread where Kafka Streams would take it for an abort. */
  private static void answered(Runnable step) {
    try {
      step.run();
    } catch (TimeoutException unanswered) {
      throw new KafkaException(
          "a transaction of the scheduler's was not answered (expected: an answer within "
              + ProducerConfig.MAX_BLOCK_MS_CONFIG
              + ")",
          unanswered);
    }
  }

  @Override
  public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
    return consumer(config);
  }

  @Override
  public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
    return consumer(config);
  }

  private static Consumer<byte[], byte[]> consumer(Map<String, Object> config) {
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private static String threadOf(Map<String, Object> config, String suffix) {
    String clientId = String.valueOf(config.get(ConsumerConfig.CLIENT_ID_CONFIG));
    return clientId.endsWith(suffix)
        ? clientId.substring(0, clientId.length() - suffix.length())
        : clientId;
  }

  private Map<TopicPartition, OffsetAndMetadata> unchanged(String thread) {
    return Optional.ofNullable(consumers.get(thread))
        .flatMap(consumer -> Optional.ofNullable(consumer.get()))
        .map(FencedClients::unchanged)
        .orElse(Map.of());
  }

  /**
   * An offset that says what the group's last commit says, or where a group begins that has none.
   * On the consumer's own thread.
   *
   * @return empty if the consumer has no partition: then it has nothing to commit, either
   */
  static Map<TopicPartition, OffsetAndMetadata> unchanged(Consumer<?, ?> consumer) {
    Optional<TopicPartition> one =
        consumer.assignment().stream()
            .min(
                Comparator.comparing(TopicPartition::topic)
                    .thenComparing(TopicPartition::partition));
    if (one.isEmpty()) {
      return Map.of();
    }
    TopicPartition partition = one.get();
    OffsetAndMetadata committed =
        consumer.committed(Set.of(partition), ANSWER_TIMEOUT).get(partition);
    if (committed != null) {
      return Map.of(partition, committed);
    }
    Long begin = consumer.beginningOffsets(Set.of(partition), ANSWER_TIMEOUT).get(partition);
    return begin == null ? Map.of() : Map.of(partition, new OffsetAndMetadata(begin));
  }
}
