package dev.barid.dispatcher;

import dev.barid.core.settings.Settings;
import dev.barid.core.topic.TopicLayout;
import dev.barid.dispatcher.commit.Committer;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The dispatcher's Kafka clients. What correctness rests on comes after {@code kafka.*}, so it
 * can't be changed by accident.
 *
 * @param settings the process's settings
 * @param instanceId the process's name, stable over restarts
 */
record KafkaClients(Settings settings, String instanceId) {

  private static final int COMMITTER_MAX_BLOCK_MS = 10_000;
  private static final int MAX_REQUEST_BYTES =
      TopicLayout.UNCOMPRESSED_MAX_BYTES + TopicLayout.HEADER_ROOM_BYTES;

  private static final int BATCH_BYTES = 128 * 1024;

  /** Room for one such record beside others. */
  private static final long BUFFER_BYTES = 2L * MAX_REQUEST_BYTES;

  /** A member of the dispatcher's group. */
  Consumer<byte[], byte[]> groupConsumer(int slot) {
    Map<String, Object> config = settings.kafkaClient();
    config.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 500);
    config.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId("worker-" + slot));
    config.put(ConsumerConfig.GROUP_ID_CONFIG, settings.topics().dispatcherGroup());
    config.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "consumer");
    // The broker's range assignor keeps equal partition numbers of both topics together.
    config.put(ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG, "range");
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    return consumer(config);
  }

  /** A reader of the registry, in no group. */
  Consumer<byte[], byte[]> registryConsumer() {
    return reader("registry");
  }

  /** A reader of the endpoints' health, in no group. */
  Consumer<byte[], byte[]> healthConsumer(int slot) {
    return reader("health-" + slot);
  }

  /** Knows where the topic of health ends, open transactions included. */
  Consumer<byte[], byte[]> healthEndsConsumer(int slot) {
    Map<String, Object> config = settings.kafkaClient();
    config.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId("health-ends-" + slot));
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
    return consumer(config);
  }

  private Consumer<byte[], byte[]> reader(String part) {
    Map<String, Object> config = settings.kafkaClient();
    config.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId(part));
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    return consumer(config);
  }

  /** A worker slot's transactional producer: a restarted process ends what its predecessor left. */
  Producer<byte[], byte[]> transactionalProducer(int slot, Committer.Form form) {
    Map<String, Object> config = settings.kafkaClient();
    if (form == Committer.Form.COMPRESSED) {
      config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "zstd");
    }
    config.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 5);
    // All of a transaction waits for its end anyway, and each batch costs the broker a write.
    config.putIfAbsent(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    config.put(ProducerConfig.CLIENT_ID_CONFIG, clientId("committer-" + slot));
    config.put(
        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
        settings.topics().prefix() + "dispatcher-" + instanceId + "-" + slot);
    config.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 10_000);
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    // Below the transaction's time-out: what can't be written in time is aborted and kept.
    config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 9_000);
    config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000);
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, COMMITTER_MAX_BLOCK_MS);
    // Both count bytes before compression; what may be stored is the topics' to say.
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES);
    config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** What an admin client begins with. */
  Map<String, Object> admin() {
    return new HashMap<>(settings.kafkaClient());
  }

  private static Consumer<byte[], byte[]> consumer(Map<String, Object> config) {
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private String clientId(String part) {
    return "barid-dispatcher-" + instanceId + "-" + part;
  }
}
