package dev.barid.faults.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.Topics;
import dev.barid.testkit.TestBroker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A full disk")
@Timeout(300)
class DiskFullIT {

  private static final RetryTiers TIERS = RetryTiers.parse("10s");
  private static final int DISK_MEBIBYTES = 64;

  /** More than a store keeps in memory, so that it must write. */
  private static final int RECORDS = 400;

  private static final int RECORD_BYTES = 64 << 10;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path dir;

  @Test
  @Tag("R-D4")
  void underASchedulerIsSaidClearlyLosesNothingAndIsOverWhenThereIsRoomAgain() {
    assumeTrue(SmallDisk.isPossible(dir.resolve("tried")), "no tmpfs may be mounted here");
    try (KafkaCluster kafka = KafkaCluster.single(dir);
        TestBroker broker = new TestBroker(kafka.bootstrapServers(), Topics.DEFAULT.prefix())) {
      broker.createBaridTopics(1, TIERS);
      Site site = Site.of(dir, kafka.bootstrapServers()).with("retry.tiers", "10s");
      try (SchedulerProcess scheduler =
          new SchedulerProcess(site, "scheduler", new SmallDisk(DISK_MEBIBYTES))) {
        scheduler.start();
        scheduler.awaitReady();
        Path data = BaridProcess.dataDirectory(site, "scheduler");
        SmallDisk.fill(scheduler.process(), data);
        hold(broker, System.currentTimeMillis() + 8_000);

        await().atMost(PATIENCE).until(() -> !scheduler.isReady() || !scheduler.isLive());
        await()
            .atMost(PATIENCE)
            .until(
                () ->
                    scheduler.process().lines().stream()
                        .anyMatch(line -> line.contains("has no room left")));

        SmallDisk.clear(scheduler.process(), data);
        broker.awaitRecords(broker.topics().redeliveries(), RECORDS, PATIENCE);
        scheduler.awaitReady();
        assertThat(broker.readAll(broker.topics().redeliveries()))
            .extracting(back -> back.value().orElseThrow().strip())
            .containsExactlyInAnyOrderElementsOf(
                IntStream.range(0, RECORDS).mapToObj(Integer::toString).toList());
      }
    }
  }

  private static void hold(TestBroker broker, long dueAtMs) {
    String tier = broker.topics().retry(TIERS.tiers().get(0));
    List<ProducerRecord<byte[], byte[]>> records =
        IntStream.range(0, RECORDS)
            .mapToObj(
                i -> {
                  ProducerRecord<byte[], byte[]> waiting =
                      new ProducerRecord<>(tier, 0, utf8("acme"), utf8(padded(i)));
                  waiting.headers().add(HeaderNames.DUE_AT, utf8(Long.toString(dueAtMs)));
                  return waiting;
                })
            .toList();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      records.forEach(producer::send);
    }
  }

  private static String padded(int number) {
    return number + " ".repeat(RECORD_BYTES);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
