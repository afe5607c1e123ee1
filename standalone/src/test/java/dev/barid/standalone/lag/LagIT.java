package dev.barid.standalone.lag;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.standalone.Program;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@WithBroker
@Tag("R-S6")
class LagIT {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private TestBroker broker;
  private Program barid;

  @BeforeEach
  void createTopics(TestBroker given) {
    broker = given;
    broker.createBaridTopics(2);
    barid = Program.on(broker.bootstrapServers(), broker.prefix());
  }

  @Test
  void withNothingWrittenThereIsNoLagAndARowForEachPartition() {
    List<JsonNode> rows = rows();

    // events, redeliveries, four tiers and parked, two partitions each.
    assertThat(rows).hasSize(14);
    assertThat(rows).allMatch(row -> row.get("lagRecords").asInt() == 0);
    assertThat(rows).allMatch(row -> row.get("lagSeconds").asDouble() == 0);
    assertThat(rows.get(0).propertyNames())
        .containsExactly(
            "group", "topic", "partition", "committed", "end", "lagRecords", "lagSeconds");
  }

  @Test
  void itCountsFromTheFirstRecordThatIsNotFinished() {
    write(1_000_000L, 90_000L, 30_000L);
    commit(1);

    JsonNode row = row();

    assertThat(row.get("committed").asLong()).isEqualTo(1);
    assertThat(row.get("end").asLong()).isEqualTo(3);
    assertThat(row.get("lagRecords").asLong()).isEqualTo(2);
    assertThat(row.get("lagSeconds").asDouble()).isBetween(90.0, 150.0);
    assertThat(barid.run("lag", "--max-seconds", "60").status()).isEqualTo(3);
    assertThat(barid.run("lag", "--max-seconds", "3600").status()).isZero();
  }

  @Test
  @Tag("R-D3")
  void aTransactionMarkerAtTheEndIsNoLag() {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "transactional.id",
                broker.prefix() + "marker"),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(record(0));
      producer.commitTransaction();
    }
    commit(1);

    JsonNode row = row();

    assertThat(row.get("end").asLong()).isEqualTo(2);
    assertThat(row.get("lagRecords").asLong()).isZero();
    assertThat(row.get("lagSeconds").asDouble()).isZero();
  }

  private void write(long... agesMs) {
    for (long ageMs : agesMs) {
      broker.produce(record(ageMs));
    }
  }

  private ProducerRecord<byte[], byte[]> record(long ageMs) {
    return new ProducerRecord<>(
        broker.topics().events(),
        0,
        System.currentTimeMillis() - ageMs,
        "acme".getBytes(StandardCharsets.UTF_8),
        new byte[] {1});
  }

  private void commit(long offset) {
    TestBroker.get(
        broker
            .admin()
            .alterConsumerGroupOffsets(
                broker.topics().dispatcherGroup(),
                Map.of(
                    new TopicPartition(broker.topics().events(), 0), new OffsetAndMetadata(offset)))
            .all());
  }

  private JsonNode row() {
    return rows().stream()
        .filter(row -> row.get("topic").asString().equals(broker.topics().events()))
        .filter(row -> row.get("partition").asInt() == 0)
        .findFirst()
        .orElseThrow();
  }

  private List<JsonNode> rows() {
    return barid.run("lag", "--output", "json").done().lines().map(MAPPER::readTree).toList();
  }
}
