package dev.barid.standalone.delivery;

import dev.barid.testkit.TestBroker;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends many events without waiting for each. */
final class Bulk {

  private Bulk() {}

  static KafkaProducer<byte[], byte[]> producer(TestBroker broker) {
    return new KafkaProducer<>(
        Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers()),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  /** Sends so many events with different bodies, and returns once all are written. */
  static void send(TestBroker broker, String subscriber, int count) {
    try (KafkaProducer<byte[], byte[]> producer = producer(broker)) {
      for (int i = 0; i < count; i++) {
        producer.send(event(broker, subscriber, "{\"flood\":" + i + "}"));
      }
      producer.flush();
    }
  }

  static ProducerRecord<byte[], byte[]> event(TestBroker broker, String subscriber, String body) {
    return new ProducerRecord<>(
        broker.topics().events(),
        subscriber.getBytes(StandardCharsets.UTF_8),
        body.getBytes(StandardCharsets.UTF_8));
  }
}
