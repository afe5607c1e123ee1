package dev.barid.broker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Kafka clients with strings in and out. */
final class Clients {
  static final int PARTITIONS = 3;

  private Clients() {}

  static void createTopic(String bootstrapServers, String topic) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      admin.createTopics(Set.of(new NewTopic(topic, PARTITIONS, (short) 1))).all().get();
    }
  }

  static KafkaProducer<String, String> producer(String bootstrapServers) {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ProducerConfig.ACKS_CONFIG,
            "all"),
        new StringSerializer(),
        new StringSerializer());
  }

  /** A producer of transactions, which the broker aborts when they last longer than that. */
  static KafkaProducer<String, String> producer(
      String bootstrapServers, String transactionalId, Duration timeout) {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            transactionalId,
            ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
            (int) timeout.toMillis()),
        new StringSerializer(),
        new StringSerializer());
  }

  /**
   * Every value in the topic as of now, in no order across partitions. Committed ones only, but to
   * the end of all: a transaction's markers may be written after its commit has returned.
   */
  static List<String> readAll(String bootstrapServers, String topic) {
    try (KafkaConsumer<String, String> consumer = consumer(bootstrapServers, "read_committed");
        KafkaConsumer<String, String> all = consumer(bootstrapServers, "read_uncommitted")) {
      List<TopicPartition> partitions =
          IntStream.range(0, PARTITIONS).mapToObj(p -> new TopicPartition(topic, p)).toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = all.endOffsets(partitions);
      List<String> values = new ArrayList<>();
      while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        consumer.poll(Duration.ofMillis(50)).forEach(record -> values.add(record.value()));
      }
      return values;
    }
  }

  private static KafkaConsumer<String, String> consumer(String servers, String isolation) {
    return new KafkaConsumer<>(
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            servers,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            isolation),
        new StringDeserializer(),
        new StringDeserializer());
  }
}
