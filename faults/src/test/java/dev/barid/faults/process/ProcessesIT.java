package dev.barid.faults.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the suite starts is what it takes it for: real, hard to lose, and possible to cut off. */
@DisplayName("The suite's processes")
@Timeout(300)
class ProcessesIT {

  private static final String TOPIC = "kept";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir static Path dir;
  private static KafkaCluster kafka;
  private static Site site;

  @BeforeAll
  static void start() {
    kafka = KafkaCluster.start(3, 1, dir);
    site = Site.of(dir, kafka.bootstrapServers());
    BaridCommand.run(site, "topics", "topics", "create", "--partitions", "2");
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  @Test
  void brokersKeepWhatTheyAcknowledgedThoughEachIsKilledAndThenAllAre() throws Exception {
    try (Admin admin = Admin.create(client())) {
      admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 3))).all().get();
    }
    Set<String> sent = new HashSet<>();
    for (int broker = 1; broker <= kafka.size(); broker++) {
      kafka.kill(broker);
      sent.addAll(produce("without broker " + broker));
      kafka.start(broker);
      kafka.awaitWhole();
    }
    kafka.killAll();
    kafka.startAll();
    kafka.awaitWhole();
    sent.addAll(produce("after all"));

    assertThat(readAll(sent.size())).isEqualTo(sent);
  }

  @Test
  void aProcessBehindACutRouteIsAloneInBeingCutOffAndComesBackWhenItHeals() {
    Route route = kafka.route(0);
    try (DispatcherProcess cut = new DispatcherProcess(site.over(route), "cut");
        DispatcherProcess well = new DispatcherProcess(site, "well")) {
      cut.start();
      well.start();
      cut.awaitReady();
      well.awaitReady();

      route.drop();
      await().atMost(PATIENCE).until(() -> members().equals(Set.of("well")));

      route.heal();
      await().atMost(PATIENCE).until(() -> members().equals(Set.of("well", "cut")));
      assertThat(well.isReady()).isTrue();
    }
  }

  @Test
  void aFrozenProcessAnswersAgainWhenItGoesOnAndAKilledOneWhenItIsStartedAgain() {
    try (SchedulerProcess scheduler = new SchedulerProcess(site, "frozen")) {
      scheduler.start();
      scheduler.awaitReady();
      scheduler.freeze();
      assertThat(scheduler.isLive()).isFalse();
      scheduler.thaw();
      scheduler.awaitReady();
      scheduler.kill();
      scheduler.start();
      scheduler.awaitReady();
      assertThat(scheduler.terminate()).isZero();
    }
  }

  private static Map<String, Object> client() {
    return Map.of("bootstrap.servers", kafka.bootstrapServers());
  }

  /** The names of the dispatchers that the group knows. */
  private static Set<String> members() throws Exception {
    try (Admin admin = Admin.create(client())) {
      Set<String> names = new HashSet<>();
      admin.describeConsumerGroups(List.of("barid.dispatcher")).all().get().values().stream()
          .flatMap(group -> group.members().stream())
          .map(member -> member.clientId().replaceAll("^barid-dispatcher-|-worker-\\d+$", ""))
          .forEach(names::add);
      return names;
    }
  }

  private static List<String> produce(String what) throws Exception {
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(client(), new StringSerializer(), new StringSerializer())) {
      List<String> values = IntStream.range(0, 100).mapToObj(i -> what + " " + i).toList();
      for (String value : values) {
        producer.send(new ProducerRecord<>(TOPIC, value)).get();
      }
      return values;
    }
  }

  private static Set<String> readAll(int count) {
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(client(), new StringDeserializer(), new StringDeserializer())) {
      TopicPartition partition = new TopicPartition(TOPIC, 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      Set<String> read = new HashSet<>();
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (read.size() < count && System.nanoTime() - deadline < 0) {
        consumer.poll(Duration.ofMillis(500)).forEach(record -> read.add(record.value()));
      }
      return read;
    }
  }
}
