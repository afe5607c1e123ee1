package dev.barid.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.barid.core.topic.TopicLayout;
import dev.barid.core.topic.Topics;
import dev.barid.testkit.StoredRecord;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@WithBroker
@Timeout(180)
class RetrySchedulerIT {

  private static final int PARTITIONS = 2;
  private static final Duration PATIENCE = Schedulers.PATIENCE;

  @TempDir Path dir;

  private static String retry(TestBroker broker, int tier) {
    return broker.topics().retry(Schedulers.TIERS.tiers().get(tier));
  }

  @Test
  @Tag("R-S3")
  void deliveriesComeBackWhenDueOnThePartitionTheyCameFrom(TestBroker broker) {
    Topics topics = broker.createBaridTopics(PARTITIONS, Schedulers.TIERS);
    try (RetryScheduler scheduler = Schedulers.ready(broker, dir)) {
      long start = System.currentTimeMillis();
      for (int i = 0; i < 40; i++) {
        long dueAtMs = start + 500 + 37 * ((i * 17) % 40);
        String body = i % PARTITIONS + ":" + dueAtMs;
        // One key on every partition: where it came from counts, not where its hash says.
        broker.produce(
            Schedulers.waiting(retry(broker, i / PARTITIONS % 2), i % PARTITIONS, body, dueAtMs));
      }

      List<StoredRecord> back = broker.awaitRecords(topics.redeliveries(), 40, PATIENCE);

      assertThat(scheduler.isReady()).isTrue();
      assertThat(back).hasSize(40);
      for (StoredRecord record : back) {
        String[] expected = record.value().orElseThrow().split(":");
        assertThat(record.partition()).isEqualTo(Integer.parseInt(expected[0]));
        assertThat(record.source().timestampMs())
            .isGreaterThanOrEqualTo(Long.parseLong(expected[1]));
      }
    }
  }

  @Test
  @Tag("R-D1")
  void deliveriesComeBackOnceThoughTheSchedulerIsRestartedMeanwhile(TestBroker broker) {
    Topics topics = broker.createBaridTopics(PARTITIONS, Schedulers.TIERS);
    int count = 600;
    long start = System.currentTimeMillis();
    String tier = retry(broker, 0);
    for (int restart = 0; restart < 3; restart++) {
      int first = restart * 200;
      try (RetryScheduler scheduler = Schedulers.ready(broker, dir)) {
        Schedulers.produce(
            broker,
            IntStream.range(first, first + 200)
                .mapToObj(
                    i ->
                        Schedulers.waiting(
                            tier, i % PARTITIONS, Integer.toString(i), start + 10L * i))
                .toList());
        broker.awaitRecords(topics.redeliveries(), first + 50, PATIENCE);
      }
    }
    try (RetryScheduler scheduler = Schedulers.ready(broker, dir)) {
      broker.awaitRecords(topics.redeliveries(), count, PATIENCE);
    }

    assertThat(broker.readAll(topics.redeliveries()))
        .extracting(record -> record.value().orElseThrow())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, count).mapToObj(Integer::toString).toList());
  }

  @Test
  @Tag("R-S8")
  void deliveriesComeBackOnceThoughTheStoresAreLost(TestBroker broker) {
    Topics topics = broker.createBaridTopics(PARTITIONS, Schedulers.TIERS);
    long start = System.currentTimeMillis();
    try (RetryScheduler scheduler = Schedulers.ready(broker, dir.resolve("first"))) {
      for (int i = 0; i < 100; i++) {
        long dueAtMs = i < 50 ? start : start + 10_000;
        broker.produce(
            Schedulers.waiting(retry(broker, 0), i % PARTITIONS, Integer.toString(i), dueAtMs));
      }
      broker.awaitRecords(topics.redeliveries(), 50, PATIENCE);
    }
    MeterRegistry registry = new SimpleMeterRegistry();
    try (RetryScheduler scheduler = Schedulers.ready(broker, dir.resolve("second"), registry)) {
      broker.awaitRecords(topics.redeliveries(), 100, PATIENCE);
    }

    assertThat(broker.readAll(topics.redeliveries()))
        .extracting(record -> record.value().orElseThrow())
        .doesNotHaveDuplicates()
        .hasSize(100);
    // Those that weren't due yet; and what was written and deleted before, as it isn't compacted.
    assertThat(registry.get("barid.scheduler.restored").counter().count())
        .isGreaterThanOrEqualTo(50);
  }

  @Test
  @Tag("R-D6")
  void aRecordAsLargeAsItsTopicAllowsPasses(TestBroker broker) throws Exception {
    Topics topics = broker.createBaridTopics(PARTITIONS, Schedulers.TIERS);
    try (RetryScheduler scheduler = Schedulers.ready(broker, dir)) {
      List<ProducerRecord<byte[], byte[]>> largest =
          List.of(
              largest(retry(broker, 0), broker, 0),
              // Header lengths are coded in the store as tightly as in the topic.
              largest(retry(broker, 1), broker, 100_000));

      List<StoredRecord> back =
          broker.awaitRecords(topics.redeliveries(), largest.size(), PATIENCE);

      assertThat(back)
          .extracting(record -> record.source().value())
          .containsExactlyInAnyOrderElementsOf(
              largest.stream().map(ProducerRecord::value).toList());
    }
  }

  /** Writes the largest record that the topic takes, with so many tiny headers. */
  private static ProducerRecord<byte[], byte[]> largest(
      String topic, TestBroker broker, int headers) throws InterruptedException {
    Map<String, Object> config =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            broker.bootstrapServers(),
            ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
            2 * TopicLayout.RECORD_MAX_BYTES);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      int size = TopicLayout.RECORD_MAX_BYTES - 4 * headers;
      while (true) {
        byte[] body = new byte[size];
        new Random(size).nextBytes(body);
        ProducerRecord<byte[], byte[]> candidate =
            Schedulers.waiting(topic, 0, body, System.currentTimeMillis() + 1_500);
        for (int i = 0; i < headers; i++) {
          candidate.headers().add("h", new byte[] {1});
        }
        try {
          producer.send(candidate).get();
          return candidate;
        } catch (ExecutionException e) {
          assertThat(e).hasCauseInstanceOf(RecordTooLargeException.class);
          size--;
        }
      }
    }
  }

  @Test
  @Tag("R-X3")
  void topicsThatAreMissingStopTheStartWithTheirNames(TestBroker broker) {
    broker.createTopic(broker.topics().redeliveries(), PARTITIONS);
    try (RetryScheduler scheduler = Schedulers.create(broker, dir)) {
      assertThatThrownBy(scheduler::start)
          .isInstanceOf(SchedulerException.class)
          .hasMessage(
              "topics \"%1$sendpoint-health, %1$sparked, %1$sretry.10s, %1$sretry.1h\" don't exist"
                  + " (expected: all that \"barid topics create\" makes)",
              broker.prefix());
      assertThat(scheduler.isReady()).isFalse();
    }
  }

  @Test
  @Tag("R-X3")
  void partitionCountsThatDifferStopTheStart(TestBroker broker) {
    broker.createTopic(broker.topics().redeliveries(), PARTITIONS);
    broker.createTopic(broker.topics().parked(), PARTITIONS);
    broker.createTopic(broker.topics().endpointHealth(), PARTITIONS - 1);
    broker.createTopic(retry(broker, 0), PARTITIONS);
    broker.createTopic(retry(broker, 1), PARTITIONS + 1);
    try (RetryScheduler scheduler = Schedulers.create(broker, dir)) {
      assertThatThrownBy(scheduler::start)
          .isInstanceOf(SchedulerException.class)
          .hasMessage(
              "partitions \"%1$sendpoint-health=1, %1$sretry.1h=3\""
                  + " (expected: 2, as many as %1$sredeliveries has)",
              broker.prefix());
    }
  }

  @Test
  void aSchedulerWhoseInstanceIdAnotherProcessTakesStopsForGood(TestBroker broker) {
    broker.createBaridTopics(1, Schedulers.TIERS);
    try (RetryScheduler first = Schedulers.ready(broker, dir.resolve("first"));
        RetryScheduler second = Schedulers.ready(broker, dir.resolve("second"))) {
      Schedulers.await("the first one has stopped", () -> !first.isLive());

      assertThat(first.isReady()).isFalse();
      assertThat(second.isReady()).isTrue();
    }
  }

  @Test
  void theDataDirectoryIsItsOwnersAndOneSchedulersAlone(TestBroker broker) throws Exception {
    broker.createBaridTopics(1, Schedulers.TIERS);
    try (RetryScheduler first = Schedulers.ready(broker, dir);
        RetryScheduler second = Schedulers.create(broker, dir)) {
      assertThat(Files.getPosixFilePermissions(dir.resolve("scheduler")))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
      assertThatThrownBy(second::start)
          .isInstanceOf(SchedulerException.class)
          .hasMessageContaining(dir.toString());
      assertThat(first.isReady()).isTrue();
    }
  }

  @Test
  @Tag("R-D4")
  void aTierThatIsNoLongerNamedIsNotForgotten(TestBroker broker) {
    broker.createTopic(broker.prefix() + "retry-scheduler-due-10s-changelog", 1);
    broker.createTopic(broker.prefix() + "retry-scheduler-due-10m-changelog", 1);
    broker.createTopic(broker.prefix() + "retry-scheduler-other", 1);

    assertThat(TopicCheck.leftBehind(broker.admin(), broker.topics(), Schedulers.TIERS, PATIENCE))
        .containsExactly(broker.prefix() + "retry-scheduler-due-10m-changelog");
  }
}
