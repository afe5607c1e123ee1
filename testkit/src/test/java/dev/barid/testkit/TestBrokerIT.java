package dev.barid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@WithBroker
@Timeout(90)
class TestBrokerIT {
  private static final Duration SOON = Duration.ofSeconds(20);

  @Test
  void readsBackWhatWasProducedByPartitionAndOffset(TestBroker broker) {
    String topic = broker.createTopic(broker.topic("events"), 2);
    broker.produce(topic, "acme", "one", Map.of("ce_id", "1"));
    broker.produce(topic, null, (byte[]) null, Map.of());
    broker.produce(topic, "acme", "two");

    List<StoredRecord> read = broker.readAll(topic);
    assertThat(read).hasSize(3);
    assertThat(read.stream().filter(stored -> stored.key().isPresent()))
        .extracting(stored -> stored.value().orElseThrow())
        .containsExactly("one", "two");
    assertThat(read.stream().filter(stored -> stored.header("ce_id").isPresent()))
        .singleElement()
        .satisfies(
            stored ->
                assertThat(stored.toString())
                    .isEqualTo(stored.source().position() + " acme: one ce_id=1"));
  }

  @Test
  void neverShowsWhatATransactionAborted(TestBroker broker) {
    String topic = broker.createTopic(broker.topic("events"), 1);
    try (KafkaProducer<String, String> producer = transactional(broker)) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(topic, "k", "aborted"));
      producer.flush();
      producer.abortTransaction();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(topic, "k", "kept"));
      producer.commitTransaction();
    }
    assertThat(broker.readAll(topic))
        .singleElement()
        .satisfies(stored -> assertThat(stored.value()).contains("kept"));
  }

  @Test
  void showsWhatItReadWhenWhatWasWaitedForDoesNotCome(TestBroker broker) {
    String topic = broker.createTopic(broker.topic("events"), 1);
    broker.produce(topic, "acme", "one");
    assertThat(broker.awaitRecords(topic, 1, SOON)).hasSize(1);
    assertThatThrownBy(() -> broker.awaitRecords(topic, 2, Duration.ofMillis(300)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("1 records read")
        .hasMessageContaining(topic + "-0-0 acme: one");
  }

  @Test
  void createsBaridsTopicsUnderTheTestsPrefix(TestBroker broker) {
    broker.createBaridTopics(2);
    Set<String> names = TestBroker.get(broker.admin().listTopics().names());
    assertThat(names).contains(broker.prefix() + "events", broker.prefix() + "retry.10s");
  }

  @Nested
  class EachTest {
    private static String first = "";

    @Test
    void hasAPrefixOfItsOwn(TestBroker broker) {
      assertThat(broker.prefix()).isNotEqualTo(first);
      first = broker.prefix();
    }

    @Test
    void alsoInTheSameClass(TestBroker broker) {
      assertThat(broker.prefix()).isNotEqualTo(first);
      first = broker.prefix();
    }
  }

  @Nested
  class AClassThatTakesItsOwn {
    private static String shared = "";

    @BeforeAll
    static void take(TestBroker broker) {
      shared = broker.prefix();
    }

    @Test
    void sharesThePrefixWithItsTests(TestBroker broker) {
      assertThat(broker.prefix()).isEqualTo(shared);
    }
  }

  private static KafkaProducer<String, String> transactional(TestBroker broker) {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            broker.bootstrapServers(),
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            broker.topic("one")),
        new StringSerializer(),
        new StringSerializer());
  }
}
