package dev.barid.faults.scene;

import static java.util.stream.Collectors.joining;
import static org.awaitility.Awaitility.await;

import dev.barid.core.health.EndpointHealth;
import dev.barid.core.health.HealthJson;
import dev.barid.core.settings.Keys;
import dev.barid.core.topic.Topics;
import dev.barid.faults.process.BaridProcess;
import dev.barid.faults.process.DispatcherProcess;
import dev.barid.faults.process.JvmProcess;
import dev.barid.faults.process.KafkaCluster;
import dev.barid.faults.process.SchedulerProcess;
import dev.barid.faults.process.Site;
import dev.barid.testkit.Receiver;
import dev.barid.testkit.StoredRecord;
import dev.barid.testkit.TestBroker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A broker, a dispatcher and a scheduler, each a process of its own, and a receiver in this one,
 * which counts what really arrives.
 */
final class Scene implements AutoCloseable {

  static final int PARTITIONS = 4;
  static final String TIERS = "1s,5s,30s";

  private static final int WORKERS = 2;

  /** For what takes a process's start and a dead member's session time-out. */
  static final Duration SOON = Duration.ofSeconds(60);

  /** An attempt's length where the receiver is well. */
  static final Duration ANSWERED_AT_ONCE = Duration.ZERO;

  static final Duration LATER = Duration.ofMinutes(5);

  private static final Duration LOOK = Duration.ofMillis(250);

  /** The secret of the Standard Webhooks specification's own examples. */
  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  private final KafkaCluster kafka;
  private final Site site;
  private final TestBroker broker;
  private final Receiver receiver = Receiver.start();
  private final DispatcherProcess dispatcher;
  private final SchedulerProcess scheduler;

  /** Those that were started, and are to run at any time but between a kill and a restart. */
  private final List<BaridProcess> cast = new ArrayList<>();

  private final List<Instant> dispatcherKills = new ArrayList<>();

  private Scene(Path dir) {
    kafka = KafkaCluster.single(dir);
    broker = new TestBroker(kafka.bootstrapServers(), Topics.DEFAULT.prefix());
    site =
        Site.of(dir, kafka.bootstrapServers())
            .with(Keys.RETRY_TIERS.key(), TIERS)
            .with(Keys.DISPATCHER_WORKERS.key(), Integer.toString(WORKERS));
    dispatcher = new DispatcherProcess(site, "dispatcher-1");
    scheduler = new SchedulerProcess(site, "scheduler-1");
  }

  /**
   * Starts all of it, with data and logs in that directory, and waits until it is ready and no
   * partition moves any more.
   */
  static Scene start(Path dir) {
    Scene scene = withoutDispatcher(dir);
    try {
      scene.begin(scene.dispatcher);
      scene.awaitSettled();
      return scene;
    } catch (RuntimeException | AssertionError notReady) {
      scene.close();
      throw notReady;
    }
  }

  /** The same without a dispatcher. */
  static Scene withoutDispatcher(Path dir) {
    Scene scene = new Scene(dir);
    try {
      scene.broker.createBaridTopics(PARTITIONS, Keys.RETRY_TIERS.parse(TIERS));
      scene.begin(scene.scheduler);
      return scene;
    } catch (RuntimeException | AssertionError notReady) {
      scene.close();
      throw notReady;
    }
  }

  private void begin(BaridProcess role) {
    role.start();
    role.awaitReady();
    cast.add(role);
  }

  /**
   * Waits until no partition is on its way from one worker to another. A dispatcher is ready when
   * all of them have joined: the last one's partitions are then still to be given up by the others,
   * which drain them in order, but whoever comes next begins to count failures anew.
   */
  private void awaitSettled() {
    String group = broker.topics().dispatcherGroup();
    awaitThat(
        "every worker has its partitions",
        SOON,
        () ->
            TestBroker.get(broker.admin().describeConsumerGroups(List.of(group)).all())
                .values()
                .stream()
                .allMatch(Scene::isSettled));
  }

  /** Stable is a group whose members have all given up what isn't theirs any more. */
  private static boolean isSettled(ConsumerGroupDescription group) {
    return group.groupState() == GroupState.STABLE && group.members().size() == WORKERS;
  }

  /** Where more processes can be put. */
  Site site() {
    return site;
  }

  TestBroker broker() {
    return broker;
  }

  Receiver receiver() {
    return receiver;
  }

  DispatcherProcess dispatcher() {
    return dispatcher;
  }

  SchedulerProcess scheduler() {
    return scheduler;
  }

  /** SIGKILL for the dispatcher; remembered. */
  void killDispatcher() {
    dispatcher.kill();
    dispatcherKills.add(Instant.now());
  }

  /** When the dispatcher was gone after each kill. */
  List<Instant> dispatcherKills() {
    return dispatcherKills;
  }

  /** Stores a subscriber with one endpoint, {@code orders}, at that path of the receiver. */
  void put(String subscriber, String path, String more) {
    broker.produce(
        broker.topics().subscribers(),
        subscriber,
        "{\"id\":\"%s\",\"endpoints\":[{\"id\":\"orders\",\"url\":\"%s\",\"secrets\":[\"%s\"],%s}]}"
            .formatted(subscriber, receiver.url(path), SECRET, more));
  }

  /** Sends so many events with different bodies, and returns once all are written. */
  void send(String subscriber, int count) {
    try (KafkaProducer<byte[], byte[]> producer = producer()) {
      for (int i = 0; i < count; i++) {
        producer.send(event(subscriber, "{\"n\":" + i + "}"));
      }
      producer.flush();
    }
  }

  /** A producer; the caller closes it. */
  KafkaProducer<byte[], byte[]> producer() {
    return new KafkaProducer<>(
        Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers()),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  ProducerRecord<byte[], byte[]> event(String subscriber, String body) {
    return new ProducerRecord<>(
        broker.topics().events(),
        subscriber.getBytes(StandardCharsets.UTF_8),
        body.getBytes(StandardCharsets.UTF_8));
  }

  /** What left for other topics and came back. */
  OnceBack onceBack() {
    return OnceBack.read(broker, Keys.RETRY_TIERS.parse(TIERS));
  }

  /**
   * Waits for a condition by looking a few times a second.
   *
   * @throws AssertionError if a role ends meanwhile, or the time is over; shows the logs' ends
   */
  void awaitThat(String what, Duration atMost, Callable<Boolean> condition) {
    try {
      await(what)
          .pollInterval(LOOK)
          .atMost(atMost)
          .until(() -> started().anyMatch(role -> !role.isAlive()) || condition.call());
    } catch (ConditionTimeoutException late) {
      throw new AssertionError("not within " + atMost + ": " + what + logTails(), late);
    }
    if (started().anyMatch(role -> !role.isAlive())) {
      throw new AssertionError("a process ended before: " + what + logTails());
    }
  }

  private Stream<JvmProcess> started() {
    return cast.stream().map(BaridProcess::process);
  }

  private String logTails() {
    return started().map(role -> "\n\n" + role + "\n" + role.logTail()).collect(joining());
  }

  /** Waits until so many different events were answered 2xx, and the dispatcher has no lag. */
  void awaitAllDelivered(int count, Duration atMost) {
    awaitThat(
        count + " events delivered",
        atMost,
        () -> receiver.successes().stream().map(Arrivals::eventId).distinct().count() >= count);
    awaitNoLag();
  }

  /** Waits until all that the dispatcher is to read is finished. */
  void awaitNoLag() {
    awaitThat("no lag", LATER, () -> lag() == 0);
  }

  private long lag() {
    Map<TopicPartition, OffsetAndMetadata> committed =
        TestBroker.get(
            broker
                .admin()
                .listConsumerGroupOffsets(broker.topics().dispatcherGroup())
                .partitionsToOffsetAndMetadata());
    Map<TopicPartition, Long> ends = ends(committed.keySet());
    return committed.entrySet().stream()
        .mapToLong(each -> ends.getOrDefault(each.getKey(), 0L) - each.getValue().offset())
        .sum();
  }

  /** Waits until the topic's ends, transactions' markers included, add up to so much. */
  void awaitEnd(String topic, long atLeast, Duration atMost) {
    awaitThat(topic + " up to " + atLeast, atMost, () -> end(topic) >= atLeast);
  }

  private long end(String topic) {
    List<TopicPartition> all =
        IntStream.range(0, PARTITIONS).mapToObj(n -> new TopicPartition(topic, n)).toList();
    return ends(all).values().stream().mapToLong(Long::longValue).sum();
  }

  private Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions) {
    Map<TopicPartition, OffsetSpec> latest =
        partitions.stream().collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest()));
    return TestBroker.get(broker.admin().listOffsets(latest).all()).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, end -> end.getValue().offset()));
  }

  /** Waits until the newest health that is stored of the subscriber's endpoint is such. */
  void awaitHealth(String subscriber, Predicate<EndpointHealth> condition) {
    awaitThat(
        "health of " + subscriber,
        SOON,
        () -> {
          List<EndpointHealth> all = healths(subscriber);
          return !all.isEmpty() && condition.test(all.get(all.size() - 1));
        });
  }

  /** All that was stored of the health of the subscriber's endpoint, in order. */
  List<EndpointHealth> healths(String subscriber) {
    return broker.readAll(broker.topics().endpointHealth()).stream()
        .filter(stored -> stored.key().equals(Optional.of(subscriber + "/orders")))
        .map(StoredRecord::source)
        .flatMap(source -> Optional.ofNullable(source.value()).flatMap(HealthJson::read).stream())
        .toList();
  }

  @Override
  public void close() {
    dispatcher.close();
    scheduler.close();
    receiver.close();
    broker.close();
    kafka.close();
  }
}
