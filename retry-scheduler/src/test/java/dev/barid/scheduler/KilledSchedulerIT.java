package dev.barid.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.topic.Topics;
import dev.barid.testkit.StoredRecord;
import dev.barid.testkit.TestBroker;
import dev.barid.testkit.WithBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@WithBroker
@Timeout(240)
class KilledSchedulerIT {

  private static final int PARTITIONS = 2;
  private static final int PER_KILL = 2_000;
  private static final int KILLS = 2;
  private static final Duration PATIENCE = Schedulers.PATIENCE;

  /**
   * A JVM's start and some stores' on a busy machine; Kafka's default time-outs, 45 s for sessions
   * and 60 s for transactions, are longer.
   */
  private static final Duration BACK_WITHIN = Duration.ofSeconds(20);

  @TempDir Path dir;

  @Test
  @Tag("R-D1")
  @Tag("R-D4")
  void deliveriesComeBackOnceAndSoonThoughTheSchedulerIsKilledWhileItReleasesThem(TestBroker broker)
      throws Exception {
    Topics topics = broker.createBaridTopics(PARTITIONS, Schedulers.TIERS);
    String tier = topics.retry(Schedulers.TIERS.tiers().get(0));
    for (int kill = 0; kill < KILLS; kill++) {
      Process process = start(broker);
      try {
        long start = System.currentTimeMillis();
        int first = kill * PER_KILL;
        Schedulers.produce(
            broker,
            IntStream.range(0, PER_KILL)
                .mapToObj(
                    i ->
                        Schedulers.waiting(
                            tier, i % PARTITIONS, Integer.toString(first + i), start + 1_000 + i))
                .toList());
        broker.awaitRecords(topics.redeliveries(), first + PER_KILL / 2, PATIENCE);
      } finally {
        process.destroyForcibly().waitFor();
      }
    }
    long restartedAtMs = System.currentTimeMillis();
    Process last = start(broker);
    try {
      List<StoredRecord> back =
          broker.awaitRecords(topics.redeliveries(), KILLS * PER_KILL, PATIENCE);
      long firstAfterRestartMs =
          back.stream()
              .mapToLong(record -> record.source().timestampMs())
              .filter(releasedAtMs -> releasedAtMs > restartedAtMs)
              .min()
              .orElse(restartedAtMs);
      assertThat(Duration.ofMillis(firstAfterRestartMs - restartedAtMs)).isLessThan(BACK_WITHIN);
    } finally {
      last.destroyForcibly().waitFor();
    }

    assertThat(broker.readAll(topics.redeliveries()))
        .extracting(record -> record.value().orElseThrow())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, KILLS * PER_KILL).mapToObj(Integer::toString).toList());
  }

  private Process start(TestBroker broker) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            Victim.class.getName(),
            broker.bootstrapServers(),
            broker.prefix(),
            dir.toString())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(dir.resolve("scheduler.log").toFile()))
        .start();
  }

  /** The process that is killed. */
  static final class Victim {
    private Victim() {}

    public static void main(String[] args) throws InterruptedException {
      RetryScheduler scheduler = Schedulers.create(args[0], args[1], Path.of(args[2]));
      scheduler.start();
      // A test that is itself killed leaves nothing behind for long.
      if (!new CountDownLatch(1).await(3, TimeUnit.MINUTES)) {
        scheduler.close();
      }
    }
  }
}
