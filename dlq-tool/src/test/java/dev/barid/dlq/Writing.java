package dev.barid.dlq;

import dev.barid.cli.KafkaClients;
import dev.barid.core.settings.Settings;
import dev.barid.testkit.TestBroker;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The command line's own Kafka clients, for tests to write with. */
final class Writing {

  private Writing() {}

  static KafkaClients clients(TestBroker broker) {
    return new KafkaClients(
        Settings.of(
            Map.of(
                "bootstrap.servers", broker.bootstrapServers(), "topic.prefix", broker.prefix())));
  }

  static void produceLarge(TestBroker broker, ProducerRecord<byte[], byte[]> record) {
    try (Producer<byte[], byte[]> producer = clients(broker).producer()) {
      producer.send(record).get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}
