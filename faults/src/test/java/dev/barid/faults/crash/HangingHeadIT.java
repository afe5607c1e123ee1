package dev.barid.faults.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.barid.core.topic.Topics;
import dev.barid.faults.process.BaridCommand;
import dev.barid.faults.process.DispatcherProcess;
import dev.barid.faults.process.KafkaCluster;
import dev.barid.faults.process.SchedulerProcess;
import dev.barid.faults.process.Site;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A dispatcher is killed while requests hang: their offsets hold back the committed one, and what
 * is finished behind them is remembered in the commit's metadata alone.
 */
@Tag("R-D2")
@Timeout(900)
class HangingHeadIT {

  private static final String STUCK = "stuck";
  private static final String QUICK = "quick";
  private static final TopicPartition EVENTS = new TopicPartition(Topics.DEFAULT.events(), 0);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** So long the commits must have stood still: many times what lies between two of them. */
  private static final Duration STILL = Duration.ofSeconds(3);

  /** So many gaps of one offset, with one finished offset behind each, always fit. */
  private static final int GAPS_THAT_FIT = 1_500;

  @TempDir private Path directory;
  private final Arrivals arrivals = Arrivals.start(STUCK);
  private KafkaCluster kafka;
  private Admin admin;
  private SchedulerProcess scheduler;
  private DispatcherProcess dispatcher;

  @BeforeEach
  void start() throws Exception {
    kafka = KafkaCluster.single(directory);
    admin = Admin.create(client());
    Site site =
        Site.of(directory, kafka.bootstrapServers())
            .with("attempts.log", "off")
            .with("dispatcher.workers", "1")
            .with("dispatcher.laneQueue", "100000");
    BaridCommand.run(site, "topics", "topics", "create", "--partitions", "1");
    for (String subscriber : List.of(STUCK, STUCK + "-too", QUICK)) {
      put(site, subscriber);
    }
    // For what a busy machine is too slow to take at once, and which is put off.
    scheduler = new SchedulerProcess(site, "scheduler");
    scheduler.start();
    dispatcher = new DispatcherProcess(site, "dispatcher");
    dispatcher.start();
    dispatcher.awaitReady();
  }

  @AfterEach
  void stop() {
    dispatcher.close();
    scheduler.close();
    admin.close(Duration.ZERO);
    kafka.close();
    arrivals.close();
  }

  @Test
  void aCrashRepeatsTheOneRequestAtTheHeadAndNoneOfFiftyThousandBehindIt() throws Exception {
    int behind = 50_000;
    List<ProducerRecord<String, String>> events = new ArrayList<>();
    events.add(event(STUCK, 0));
    IntStream.range(0, behind).forEach(i -> events.add(event(QUICK, i)));

    produce(events);
    awaitArrived(behind);
    awaitStandstill();
    assertThat(committed().offset()).as("held back by the head").isZero();
    crash();
    produce(List.of(event(QUICK, behind)));

    // The last of its lane, so all that was repeated has arrived before it.
    awaitArrived(behind + 1);
    await().atMost(PATIENCE).until(() -> arrivals.timesOf(STUCK, 0) == 2);
    assertThat(arrivals.repeated(QUICK)).isEmpty();
    awaitNoLag();
    assertThat(arrivals.timesOf(STUCK, 0)).isEqualTo(2);
  }

  @Test
  void withMoreGapsThanTheMetadataHoldsNothingStallsAndNothingIsLostAndTheFirstOnesAreRemembered()
      throws Exception {
    int gaps = 2_000;
    int behind = 10_000;
    List<ProducerRecord<String, String>> events = new ArrayList<>();
    for (int i = 0; i < gaps; i++) {
      events.add(event(i % 2 == 0 ? STUCK : STUCK + "-too", i));
      events.add(event(QUICK, i));
    }
    IntStream.range(gaps, gaps + behind).forEach(i -> events.add(event(QUICK, i)));

    produce(events);
    awaitArrived(gaps + behind);
    awaitStandstill();
    assertThat(committed().offset()).as("held back by the head").isZero();
    assertThat(committed().metadata()).as("full").hasSizeGreaterThan(4_080);
    crash();

    awaitNoLag();
    assertThat(arrivals.distinct(QUICK)).isEqualTo(gaps + behind);
    assertThat(arrivals.distinct(STUCK)).isEqualTo(gaps);
    assertThat(arrivals.repeated(QUICK))
        .as("repeated, of those that the metadata had no room for")
        .allMatch(number -> number >= GAPS_THAT_FIT)
        .isNotEmpty();
    assertThat(arrivals.mostTimes()).isEqualTo(2);
  }

  /** Killed, and started again when the requests that hung are answered. */
  private void crash() {
    dispatcher.kill();
    arrivals.answerAll();
    dispatcher.start();
    dispatcher.awaitReady();
  }

  private void awaitArrived(int count) {
    await().atMost(PATIENCE).until(() -> arrivals.distinct(QUICK) == count);
  }

  private void awaitStandstill() {
    await().atMost(PATIENCE).during(STILL).until(new Unchanged<>(this::committed));
  }

  private void awaitNoLag() {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              OffsetAndMetadata committed = committed();
              long end =
                  admin
                      .listOffsets(Map.of(EVENTS, OffsetSpec.latest()))
                      .partitionResult(EVENTS)
                      .get()
                      .offset();
              return committed.offset() == end && committed.metadata().isEmpty();
            });
  }

  private OffsetAndMetadata committed() throws Exception {
    return admin
        .listConsumerGroupOffsets(Topics.DEFAULT.dispatcherGroup())
        .partitionsToOffsetAndMetadata()
        .get()
        .getOrDefault(EVENTS, new OffsetAndMetadata(0, ""));
  }

  private void put(Site site, String subscriber) throws Exception {
    Path entry =
        Files.writeString(
            directory.resolve(subscriber + ".json"),
            "{\"id\":\""
                + subscriber
                + "\",\"endpoints\":[{\"id\":\"all\",\"url\":\""
                + arrivals.url(subscriber)
                + "\",\"concurrency\":1000,\"ratePerSecond\":100000,"
                + "\"policy\":{\"timeout\":\"10m\"}}]}");
    BaridCommand.run(site, "put-" + subscriber, "subscriber", "put", entry.toString());
  }

  private static ProducerRecord<String, String> event(String subscriber, int number) {
    return new ProducerRecord<>(EVENTS.topic(), subscriber, Integer.toString(number));
  }

  private void produce(List<ProducerRecord<String, String>> events) throws Exception {
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(client(), new StringSerializer(), new StringSerializer())) {
      for (ProducerRecord<String, String> event : events) {
        producer.send(event);
      }
      producer.flush();
    }
  }

  private Map<String, Object> client() {
    return Map.of("bootstrap.servers", kafka.bootstrapServers());
  }
}
