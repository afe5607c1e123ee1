package dev.barid.standalone.delivery;

import static dev.barid.standalone.delivery.Registry.endpoint;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.barid.core.topic.Partitions;
import dev.barid.standalone.Program;
import dev.barid.testkit.PrivateBroker;
import dev.barid.testkit.ReceivedRequest;
import dev.barid.testkit.Receiver;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Offsets of {@code events} that hold no event: in front, between, and at the end. */
@WithBroker
@Tag("R-D3")
class OffsetGapsIT {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final String BUSY = "acme";

  /** Of its partition there are aborted events alone. */
  private static final String QUIET = subscriberElsewhere();

  private final Receiver receiver = Receiver.start();

  @AfterEach
  void stop() {
    receiver.close();
  }

  @Test
  @Tag("R-S6")
  void ofTransactionsOnlyTheCommittedOnesEventsAreDeliveredAndNoLagIsLeft(TestBroker broker)
      throws Exception {
    try (Roles roles = Roles.start(broker)) {
      put(broker);
      try (Producer<byte[], byte[]> producer = transactional(broker)) {
        producer.initTransactions();
        transaction(producer, broker, false, BUSY, "aborted 1", "aborted 2");
        transaction(producer, broker, true, BUSY, "committed 1", "committed 2");
        transaction(producer, broker, false, QUIET, "aborted 3");
        transaction(producer, broker, true, BUSY, "committed 3");
        transaction(producer, broker, false, BUSY, "aborted 4");
      }

      awaitCommittedToTheEnd(broker);

      assertThat(receiver.requests())
          .extracting(ReceivedRequest::text)
          .containsExactlyInAnyOrder("committed 1", "committed 2", "committed 3");
      assertThat(roles.count("barid.deliveries", "outcome", "delivered")).isEqualTo(3);
      assertThat(broker.readAll(broker.topics().dlq())).isEmpty();
    }
  }

  @Test
  void whatCompactionTookIsNotWaitedFor() throws Exception {
    try (PrivateBroker kafka =
            PrivateBroker.start(
                options -> options.withExtraProperty("log.cleaner.backoff.ms", "100"));
        TestBroker broker = kafka.view("compacted.")) {
      broker.createBaridTopics(Roles.PARTITIONS);
      compactEvents(broker);
      for (int i = 0; i < 20; i++) {
        produceHoursAgo(broker, 40 - i, "event " + i);
      }
      await().atMost(SOON).until(() -> broker.readAll(broker.topics().events()).size() < 20);
      int left = broker.readAll(broker.topics().events()).size();

      put(broker);
      try (Roles roles = Roles.resume(Roles.settings(broker, Map.of()))) {
        awaitCommittedToTheEnd(broker);

        assertThat(receiver.requests()).hasSizeBetween(1, left);
        assertThat(receiver.requests()).extracting(ReceivedRequest::text).contains("event 19");
        assertThat(roles.count("barid.deliveries", "outcome", "delivered"))
            .isEqualTo(receiver.requests().size());
      }
    }
  }

  /** As {@code barid lag} sees it, and to the last marker. */
  private static void awaitCommittedToTheEnd(TestBroker broker) {
    Program barid = Program.on(broker.bootstrapServers(), broker.prefix());
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> {
              List<JsonNode> rows =
                  barid
                      .run("lag", "--output", "json")
                      .done()
                      .lines()
                      .map(MAPPER::readTree)
                      .toList();
              assertThat(rows).allMatch(row -> row.get("lagRecords").asLong() == 0);
              assertThat(rows)
                  .filteredOn(row -> row.get("topic").asString().equals(broker.topics().events()))
                  .hasSize(Roles.PARTITIONS)
                  .allMatch(row -> row.get("committed").asLong() == row.get("end").asLong());
              assertThat(Lags.of(broker)).isZero();
            });
  }

  private void put(TestBroker broker) {
    for (String subscriber : List.of(BUSY, QUIET)) {
      Registry.put(broker, subscriber, endpoint("all", receiver.url("/all"), ""));
    }
  }

  private static Producer<byte[], byte[]> transactional(TestBroker broker) {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "transactional.id",
            broker.prefix() + "events"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static void transaction(
      Producer<byte[], byte[]> producer,
      TestBroker broker,
      boolean commits,
      String subscriber,
      String... bodies) {
    producer.beginTransaction();
    for (String body : bodies) {
      producer.send(new ProducerRecord<>(broker.topics().events(), bytes(subscriber), bytes(body)));
    }
    producer.flush();
    if (commits) {
      producer.commitTransaction();
    } else {
      producer.abortTransaction();
    }
  }

  private static void produceHoursAgo(TestBroker broker, int hours, String body) {
    long timestampMs = System.currentTimeMillis() - Duration.ofHours(hours).toMillis();
    broker.produce(
        new ProducerRecord<>(
            broker.topics().events(), null, timestampMs, bytes(BUSY), bytes(body)));
  }

  /** A new segment for each record, so that all but the last can be compacted at once. */
  private static void compactEvents(TestBroker broker) {
    List<AlterConfigOp> changes =
        Stream.of(
                new ConfigEntry("cleanup.policy", "compact"),
                new ConfigEntry("segment.ms", "60000"),
                new ConfigEntry("min.cleanable.dirty.ratio", "0.01"))
            .map(entry -> new AlterConfigOp(entry, AlterConfigOp.OpType.SET))
            .toList();
    Map<ConfigResource, Collection<AlterConfigOp>> events =
        Map.of(new ConfigResource(ConfigResource.Type.TOPIC, broker.topics().events()), changes);
    TestBroker.get(broker.admin().incrementalAlterConfigs(events).all());
  }

  private static String subscriberElsewhere() {
    int busy = Partitions.of(bytes(BUSY), Roles.PARTITIONS);
    return Stream.iterate(0, i -> i + 1)
        .map(i -> "quiet-" + i)
        .filter(id -> Partitions.of(bytes(id), Roles.PARTITIONS) != busy)
        .findFirst()
        .orElseThrow();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
