package dev.barid.cli;

import dev.barid.core.settings.Settings;
import dev.barid.core.topic.TopicLayout;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Kafka clients for the command line: they give up after about ten seconds, so that nobody sits
 * before a command that hangs. Whatever {@code kafka.*} settings say goes before.
 */
public final class KafkaClients {

  /** After this long without an answer a call to Kafka fails. */
  public static final Duration TIMEOUT = Duration.ofSeconds(10);

  private static final int TIMEOUT_MS = (int) TIMEOUT.toMillis();
  private static final int REQUEST_TIMEOUT_MS = 8_000;
  private static final long BUFFER_BYTES = 32L << 20;

  private final Settings settings;

  public KafkaClients(Settings settings) {
    this.settings = settings;
  }

  /** The settings that the clients are made from. */
  public Settings settings() {
    return settings;
  }

  /** An admin client; the caller closes it. */
  public Admin admin() {
    return Admin.create(adminConfig());
  }

  /** The configuration of {@link #admin}. */
  public Map<String, Object> adminConfig() {
    Map<String, Object> config = base();
    impatient(config, "default.api.timeout.ms");
    return config;
  }

  /** A consumer without a group that sees only what is committed; the caller closes it. */
  public Consumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(
        consumerConfig(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** The configuration of {@link #consumer}. */
  public Map<String, Object> consumerConfig() {
    Map<String, Object> config = base();
    config.remove("group.id");
    config.put("enable.auto.commit", false);
    config.put("isolation.level", "read_committed");
    config.put("auto.offset.reset", "earliest");
    config.put("allow.auto.create.topics", false);
    impatient(config, "default.api.timeout.ms");
    return config;
  }

  /** A producer for records of any size that Barid's topics take; the caller closes it. */
  public Producer<byte[], byte[]> producer() {
    return new KafkaProducer<>(
        producerConfig(), new ByteArraySerializer(), new ByteArraySerializer());
  }

  /**
   * The same, with transactions, for what was in Kafka before, which may have come compressed and
   * be larger than any topic takes as it is; {@code initTransactions} is the caller's business.
   */
  public Producer<byte[], byte[]> producer(String transactionalId) {
    Map<String, Object> config = producerConfig();
    config.put("compression.type", "zstd");
    config.put(
        "max.request.size", TopicLayout.UNCOMPRESSED_MAX_BYTES + TopicLayout.HEADER_ROOM_BYTES);
    config.put(
        "buffer.memory", 2L * (TopicLayout.UNCOMPRESSED_MAX_BYTES + TopicLayout.HEADER_ROOM_BYTES));
    config.put("transactional.id", transactionalId);
    // An open transaction holds back its readers, so a dead process's must end soon.
    config.put("transaction.timeout.ms", TIMEOUT_MS);
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** The configuration of {@link #producer()}. */
  public Map<String, Object> producerConfig() {
    Map<String, Object> config = base();
    config.put("acks", "all");
    config.put("enable.idempotence", true);
    config.remove("transactional.id");
    config.putIfAbsent("max.block.ms", TIMEOUT_MS);
    config.putIfAbsent("linger.ms", 0);
    impatient(config, "delivery.timeout.ms");
    config.putIfAbsent("max.request.size", TopicLayout.RECORD_MAX_BYTES + 1_024);
    config.putIfAbsent("buffer.memory", BUFFER_BYTES);
    return config;
  }

  /** Only together: a client refuses to start if the one is longer than the other. */
  private static void impatient(Map<String, Object> config, String overall) {
    if (!config.containsKey(overall) && !config.containsKey("request.timeout.ms")) {
      config.put(overall, TIMEOUT_MS);
      config.put("request.timeout.ms", REQUEST_TIMEOUT_MS);
    }
  }

  private Map<String, Object> base() {
    Map<String, Object> config = settings.kafkaClient();
    config.putIfAbsent("client.id", "barid-cli");
    config.putIfAbsent("enable.metrics.push", false);
    return config;
  }

  /**
   * The partitions of a topic.
   *
   * @throws CommandFailure if there is no such topic
   */
  public List<TopicPartition> partitions(String topic) {
    return IntStream.range(0, partitionCounts(List.of(topic)).getOrDefault(topic, 0))
        .mapToObj(partition -> new TopicPartition(topic, partition))
        .toList();
  }

  /**
   * How many partitions each of the topics has.
   *
   * @throws CommandFailure if one of them doesn't exist
   */
  public Map<String, Integer> partitionCounts(Collection<String> topics) {
    Map<String, Integer> counts = new HashMap<>();
    try (Admin admin = admin()) {
      // In the order asked for, so that of several that are missing the first is named.
      var answers = admin.describeTopics(topics).topicNameValues();
      for (String topic : topics) {
        KafkaFuture<TopicDescription> answer = Objects.requireNonNull(answers.get(topic));
        counts.put(topic, partitionCount(topic, answer));
      }
    }
    return counts;
  }

  private static int partitionCount(String topic, KafkaFuture<TopicDescription> answer) {
    try {
      return await(answer).partitions().size();
    } catch (UnknownTopicOrPartitionException missing) {
      throw CommandFailure.failed(
          "there is no topic \"" + topic + "\" (expected: created by: barid topics create)",
          missing);
    }
  }

  /**
   * Waits for Kafka's answer.
   *
   * @throws KafkaException what Kafka answered instead
   */
  public static <T> T await(KafkaFuture<T> answer) {
    try {
      return answer.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new KafkaException(failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new org.apache.kafka.common.errors.InterruptException(interrupted);
    }
  }
}
