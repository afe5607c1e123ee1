package dev.barid.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.settings.Settings;
import dev.barid.testkit.PrivateBroker;
import dev.barid.testkit.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("A producer of the scheduler's whose brokers are away")
class UnansweredProducerIT {

  /** What Kafka Streams asks for at the end of a transaction. */
  enum Step {
    OFFSETS,
    COMMIT;

    void take(Producer<byte[], byte[]> producer, String topic) {
      if (this == COMMIT) {
        producer.commitTransaction();
      } else {
        producer.sendOffsetsToTransaction(
            Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(1)),
            new MockConsumer<>("earliest").groupMetadata());
      }
    }
  }

  @TempDir Path dir;

  /** A thread that dies closes it, and its consumer stays in the group until that is done. */
  @Test
  @Timeout(120)
  void isClosedThoughItsTransactionIsOpenAndNothingIsAnswered() {
    try (PrivateBroker node = PrivateBroker.start();
        TestBroker broker = node.view("unanswered.")) {
      String topic = broker.createTopic(broker.topic("written"), 1);
      Producer<byte[], byte[]> producer = new FencedClients().getProducer(config(node));
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(topic, new byte[1]));
      producer.flush();
      node.stop();
      Future<RecordMetadata> unanswered = producer.send(new ProducerRecord<>(topic, new byte[1]));

      producer.close();

      assertThat(unanswered).failsWithin(Duration.ZERO);
    }
  }

  /** Kafka Streams would take a time-out for an abort, and the transaction may yet be committed. */
  @ParameterizedTest
  @EnumSource
  @Timeout(120)
  @Tag("R-D1")
  void endsItsThreadOverAStepOfATransactionWhoseOutcomeIsUnknown(Step step) {
    try (PrivateBroker node = PrivateBroker.start();
        TestBroker broker = node.view("undecided.")) {
      String topic = broker.createTopic(broker.topic("written"), 1);
      Map<String, Object> config = config(node);
      config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000);
      try (Producer<byte[], byte[]> producer = new FencedClients().getProducer(config)) {
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(topic, new byte[1]));
        producer.flush();
        node.stop();

        assertThatThrownBy(() -> step.take(producer, topic))
            .isExactlyInstanceOf(KafkaException.class)
            .hasMessageContaining("not answered")
            .hasCauseInstanceOf(TimeoutException.class);
      }
    }
  }

  private Map<String, Object> config(PrivateBroker node) {
    Properties config =
        SchedulerConfig.of(
            Settings.of(Map.of("bootstrap.servers", node.bootstrapServers())),
            "scheduler-1",
            dir,
            new TopicFacts(1, 1_000_000));
    Map<String, Object> producer =
        new StreamsConfig(config).getProducerConfigs("scheduler-StreamThread-1-producer");
    producer.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "scheduler-1");
    return producer;
  }
}
