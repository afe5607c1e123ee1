package dev.barid.scheduler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.health.Breaker;
import dev.barid.core.health.EndpointHealth;
import dev.barid.core.health.HealthJson;
import dev.barid.core.topic.Topics;
import dev.barid.testkit.StoredRecord;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@WithBroker
@Timeout(180)
class ParkingIT {

  private static final int PARTITIONS = 2;
  private static final Duration PATIENCE = Schedulers.PATIENCE;
  private static final int COUNT = 300;

  @TempDir Path dir;

  private static void hear(TestBroker broker, int partition, long version, Breaker breaker) {
    EndpointHealth health = new EndpointHealth(version, breaker, 0, Optional.empty(), 0, COUNT);
    broker.produce(
        new ProducerRecord<>(
            broker.topics().endpointHealth(),
            partition,
            ("acme" + partition + "/orders").getBytes(UTF_8),
            HealthJson.write(health)));
  }

  private static void park(TestBroker broker, int number) {
    int partition = number % PARTITIONS;
    ProducerRecord<byte[], byte[]> parked =
        new ProducerRecord<>(
            broker.topics().parked(),
            partition,
            ("acme" + partition).getBytes(UTF_8),
            Integer.toString(number).getBytes(UTF_8));
    long giveUpAtMs = System.currentTimeMillis() + Duration.ofDays(3).toMillis();
    parked
        .headers()
        .add(HeaderNames.ENDPOINT, "orders".getBytes(UTF_8))
        .add(HeaderNames.PARKED_VERSION, "1".getBytes(UTF_8))
        .add(HeaderNames.GIVE_UP_AT, Long.toString(giveUpAtMs).getBytes(UTF_8));
    broker.produce(parked);
  }

  private static Breaker open(Duration openFor) {
    Instant now = Instant.now();
    return new Breaker.Open(now, openFor, now.plus(openFor));
  }

  private static List<String> probes(List<StoredRecord> records) {
    return records.stream()
        .map(record -> record.source().headers().lastHeader(HeaderNames.PROBE_VERSION))
        .filter(header -> header != null)
        .map(header -> new String(header.value(), UTF_8))
        .toList();
  }

  @Test
  @Tag("R-D1")
  @Tag("R-I4")
  void whatIsParkedComesBackOnceProbesFirstThroughARestartAndTheLossOfTheStores(TestBroker broker) {
    Topics topics = broker.createBaridTopics(PARTITIONS, Schedulers.TIERS);
    try (RetryScheduler first = Schedulers.ready(broker, dir.resolve("data"))) {
      for (int partition = 0; partition < PARTITIONS; partition++) {
        hear(broker, partition, 1, open(Duration.ofSeconds(1)));
      }
      IntStream.range(0, COUNT).forEach(number -> park(broker, number));
      List<StoredRecord> back = broker.awaitRecords(topics.redeliveries(), PARTITIONS, PATIENCE);
      assertThat(probes(back)).hasSameSizeAs(back).containsOnly("1");
      for (int partition = 0; partition < PARTITIONS; partition++) {
        hear(broker, partition, 2, open(Duration.ofHours(1)));
      }
    }
    try (RetryScheduler restarted = Schedulers.ready(broker, dir.resolve("data"))) {
      hear(broker, 0, 3, Breaker.HEALTHY);
      broker.awaitRecords(topics.redeliveries(), COUNT / PARTITIONS + 1, PATIENCE);
    }
    try (RetryScheduler withNoStores = Schedulers.ready(broker, dir.resolve("other data"))) {
      hear(broker, 1, 3, Breaker.HEALTHY);
      broker.awaitRecords(topics.redeliveries(), COUNT, PATIENCE);
    }

    List<StoredRecord> back = broker.readAll(topics.redeliveries());
    assertThat(back)
        .extracting(record -> record.value().orElseThrow())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, COUNT).mapToObj(Integer::toString).toList());
    assertThat(back)
        .allSatisfy(
            record ->
                assertThat(Integer.parseInt(record.value().orElseThrow()) % PARTITIONS)
                    .isEqualTo(record.partition()));
  }
}
