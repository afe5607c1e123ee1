package dev.barid.faults.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.Topics;
import dev.barid.testkit.TestBroker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A scheduler that was cut off")
@Timeout(300)
class CutOffSchedulerIT {

  private static final RetryTiers TIERS = RetryTiers.parse("10s");
  private static final int HELD = 50;
  private static final Duration DUE_IN = Duration.ofSeconds(40);
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir Path dir;

  /** It has consumed nothing since it came, so Kafka Streams alone would commit no offset. */
  @Test
  @Tag("R-D1")
  void releasesNothingThatItsSuccessorHasReleased() {
    try (KafkaCluster kafka = KafkaCluster.start(1, 1, dir);
        TestBroker broker = new TestBroker(kafka.bootstrapServers(), Topics.DEFAULT.prefix())) {
      broker.createBaridTopics(1, TIERS);
      Site site = Site.of(dir, kafka.bootstrapServers()).with("retry.tiers", "10s");
      Route route = kafka.route(0);
      try (SchedulerProcess cut = new SchedulerProcess(site.over(route), "cut");
          SchedulerProcess successor = new SchedulerProcess(site, "successor")) {
        cut.start();
        cut.awaitReady();
        long dueAtMs = System.currentTimeMillis() + DUE_IN.toMillis();
        hold(broker, "", dueAtMs);
        await().atMost(PATIENCE).until(() -> pending(cut) == HELD);
        cut.terminate();
        cut.start();
        cut.awaitReady();

        route.drop();
        assertThat(System.currentTimeMillis())
            .as("cut off before they are due")
            .isLessThan(dueAtMs);
        successor.start();
        broker.awaitRecords(broker.topics().redeliveries(), HELD, PATIENCE);
        route.heal();

        cut.awaitReady();
        hold(broker, "later ", System.currentTimeMillis());
        broker.awaitRecords(broker.topics().redeliveries(), 2 * HELD, PATIENCE);
        await().atMost(PATIENCE).until(() -> cut.isReady() && successor.isReady());
        assertThat(broker.readAll(broker.topics().redeliveries()))
            .extracting(back -> back.value().orElseThrow())
            .containsExactlyInAnyOrderElementsOf(
                Stream.of("", "later ").flatMap(CutOffSchedulerIT::bodies).toList());
      }
    }
  }

  private static Stream<String> bodies(String prefix) {
    return IntStream.range(0, HELD).mapToObj(i -> prefix + i);
  }

  private static void hold(TestBroker broker, String prefix, long dueAtMs) {
    String tier = broker.topics().retry(TIERS.tiers().get(0));
    List<String> bodies = bodies(prefix).toList();
    for (String body : bodies) {
      ProducerRecord<byte[], byte[]> waiting =
          new ProducerRecord<>(tier, 0, utf8("acme"), utf8(body));
      waiting.headers().add(HeaderNames.DUE_AT, utf8(Long.toString(dueAtMs)));
      broker.produce(waiting);
    }
  }

  private static double pending(SchedulerProcess scheduler) {
    return scheduler
        .metrics()
        .lines()
        .filter(line -> line.startsWith("barid_scheduler_pending{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
