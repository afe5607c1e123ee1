package dev.barid.dispatcher.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.budget.BudgetLimits;
import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.settings.AttemptsLog;
import dev.barid.core.topic.Partitions;
import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.Topics;
import dev.barid.dispatcher.outcome.Outcomes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Some workers on one simulated broker, and all that may happen to them: one thread, one seed, the
 * same history each time.
 */
final class WorkerSimulation {

  private static final int MOST_CALM_ROUNDS = 3_000;

  private final Random random;
  private final SimulatedClock clock;
  private final Topics topics = Topics.DEFAULT;
  private final Ledger ledger = new Ledger(topics);
  private final SimulatedKafka kafka;
  private final SimulatedRegistry registry = new SimulatedRegistry();
  private final WorkerOptions options;
  private final Outcomes outcomes = new Outcomes(topics, RetryTiers.DEFAULT, AttemptsLog.ALL);
  private final List<SimulatedProcess> processes = new ArrayList<>();
  private final int troubles;
  private int produced;
  private boolean calm;

  WorkerSimulation(Random random) {
    this.random = random;
    clock = new SimulatedClock(random.nextLong(-1_000_000_000_000L, 1_000_000_000_000L));
    kafka = new SimulatedKafka(random, topics, ledger, 1 + random.nextInt(3));
    troubles = 2 + random.nextInt(20);
    options =
        new WorkerOptions(
            1 + random.nextInt(12),
            1 + random.nextInt(12),
            1 + random.nextInt(5),
            2_000 + random.nextInt(30_000),
            Duration.ofMillis(random.nextInt(3) * 40L),
            Duration.ofMillis(random.nextInt(30)),
            new BudgetLimits(
                random.nextDouble(), Duration.ofSeconds(10), 1 + random.nextInt(1_000)));
    for (String subscriber : SimulatedSubscribers.ids()) {
      if (!subscriber.equals(SimulatedSubscribers.GHOST)
          && !subscriber.equals(SimulatedSubscribers.LATE)) {
        registry.put(
            subscriber, SimulatedSubscribers.entry(subscriber, random, clock.now(), false));
      }
    }
    for (int count = 1 + random.nextInt(3); count > 0; count--) {
      processes.add(started());
    }
    for (int number = 0; number < kafka.partitionCount(); number++) {
      assign(number, any());
    }
  }

  Random random() {
    return random;
  }

  SimulatedClock clock() {
    return clock;
  }

  Ledger ledger() {
    return ledger;
  }

  SimulatedKafka kafka() {
    return kafka;
  }

  SimulatedRegistry registry() {
    return registry;
  }

  /** One of so many steps of a transaction fails. */
  int troubles() {
    return troubles;
  }

  boolean isCalm() {
    return calm;
  }

  void step() {
    switch (random.nextInt(24)) {
      case 0, 1, 2 -> produceSome();
      case 3, 4, 5, 6, 7, 8, 9, 10 -> turn(any());
      case 11, 12, 13, 14, 15 -> any().progress();
      case 16, 17 -> kafka.redeliver(random.nextInt(6), clock.now());
      case 18 -> changeRegistry();
      case 19, 20 -> clock.pass(Duration.ofMillis(random.nextInt(500)));
      case 21 ->
          clock.pass(Duration.ofSeconds(random.nextInt(random.nextInt(8) == 0 ? 4_000 : 60)));
      case 22 -> assign(random.nextInt(kafka.partitionCount()), any());
      default -> misfortune();
    }
  }

  private void misfortune() {
    switch (random.nextInt(12)) {
      case 0, 1 -> any().member().kick();
      case 2, 3 -> replace(any(), SimulatedProcess::crash);
      case 4 -> replace(any(), process -> process.end(Duration.ofMillis(random.nextInt(20))));
      case 5, 6 -> {
        if (produced > 0) {
          kafka.refuse("e" + random.nextInt(produced));
        }
      }
      case 7 -> kafka.acceptEverything();
      case 8 ->
          any()
              .member()
              .makeAnew(
                  new TopicPartition(topics.events(), random.nextInt(kafka.partitionCount())));
      default -> {
        // Nothing happens.
      }
    }
  }

  private SimulatedProcess any() {
    return processes.get(random.nextInt(processes.size()));
  }

  private SimulatedProcess started() {
    SimulatedProcess process = new SimulatedProcess(this, options, outcomes);
    process.start();
    return process;
  }

  /** Should Kafka be in trouble the worker begins anew from its last commit, as its thread does. */
  private void turn(SimulatedProcess process) {
    try {
      process.turn();
    } catch (KafkaException trouble) {
      replace(process, failed -> failed.end(Duration.ZERO));
    }
  }

  private void replace(SimulatedProcess old, Consumer<SimulatedProcess> ending) {
    ending.accept(old);
    processes.remove(old);
    processes.add(started());
    for (int number = 0; number < kafka.partitionCount(); number++) {
      if (kafka.isMeantFor(new TopicPartition(topics.events(), number), old.member())) {
        assign(number, any());
      }
    }
  }

  /** Both topics' partitions of a number go together, as the broker's range assignor has it. */
  private void assign(int number, SimulatedProcess process) {
    for (TopicPartition partition : kafka.partitions()) {
      if (partition.partition() == number) {
        kafka.assign(partition, process.member());
      }
    }
  }

  private void changeRegistry() {
    String id = SimulatedSubscribers.ids().get(random.nextInt(SimulatedSubscribers.ids().size()));
    if (id.equals(SimulatedSubscribers.LEAVING) && random.nextInt(4) == 0) {
      registry.put(id, null);
    } else if (!id.equals(SimulatedSubscribers.GHOST) && isStill(id)) {
      registry.put(id, SimulatedSubscribers.entry(id, random, clock.now(), false));
    }
  }

  private boolean isStill(String subscriber) {
    return !subscriber.equals(SimulatedSubscribers.LEAVING) || registry.has(subscriber);
  }

  private void produceSome() {
    for (int count = random.nextInt(8); count > 0; count--) {
      produceInto(random.nextInt(10) == 0 ? random.nextInt(kafka.partitionCount()) : -1);
    }
    if (random.nextInt(4) == 0) {
      int number = random.nextInt(kafka.partitionCount());
      kafka.log(new TopicPartition(topics.events(), number)).appendGap(random.nextInt(3));
    }
  }

  /** An event into this partition, or, below 0, into its own. */
  void produceInto(int wanted) {
    String id = "e" + produced++;
    List<String> ids = SimulatedSubscribers.ids();
    String subscriber = ids.get(random.nextInt(ids.size()));
    byte[] key = subscriber.getBytes(StandardCharsets.UTF_8);
    int home = Partitions.of(key, kafka.partitionCount());
    int partition = wanted < 0 ? home : wanted;
    boolean malformed = random.nextInt(20) == 0;
    Optional<String> type =
        switch (random.nextInt(3)) {
          case 0 -> Optional.empty();
          case 1 -> Optional.of("user.left");
          default -> Optional.of("order.made");
        };
    Set<String> asking = SimulatedSubscribers.asking(subscriber, type);
    boolean refusable =
        !registry.has(subscriber)
            || subscriber.equals(SimulatedSubscribers.LEAVING)
            || subscriber.equals(SimulatedSubscribers.NO_ENDPOINTS);
    ledger.produced(
        new SimulatedEvent(id, subscriber, asking, home, partition != home, malformed, refusable));
    Headers headers = new RecordHeaders();
    put(headers, "sim", id);
    put(headers, HeaderNames.CE_ID, malformed ? "not.an.id" : id);
    type.ifPresent(name -> put(headers, HeaderNames.CE_TYPE, name));
    if (random.nextInt(10) == 0) {
      put(headers, HeaderNames.TTL, random.nextInt(100) + "s");
    }
    byte[] body = random.nextInt(10) == 0 ? null : new byte[random.nextInt(2_000)];
    kafka.append(
        topics.events(),
        partition,
        new TopicRecord(
            topics.events(),
            OptionalInt.of(partition),
            clock.now().toEpochMilli(),
            key,
            body,
            headers));
  }

  private static void put(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }

  /** Nothing goes wrong any more: everything must come to its end. */
  void comeToRest() {
    calm = true;
    kafka.acceptEverything();
    int rounds = 0;
    while (isUnfinished()) {
      processes.forEach(SimulatedProcess::turn);
      processes.forEach(SimulatedProcess::progress);
      kafka.redeliver(Integer.MAX_VALUE, clock.now());
      clock.pass(Duration.ofMillis(rounds % 50 == 0 ? 31_000 : 20));
      if (rounds % 200 == 0) {
        resumeAll();
      }
      assertThat(++rounds)
          .as("rounds, with %s; %s; %s", kafka, processes, ledger)
          .isLessThan(MOST_CALM_ROUNDS);
    }
    ledger.checkAllEnded();
    kafka.check();
  }

  private void resumeAll() {
    for (String subscriber : SimulatedSubscribers.ids()) {
      if (registry.has(subscriber)) {
        registry.put(subscriber, SimulatedSubscribers.entry(subscriber, random, clock.now(), true));
      }
    }
  }

  private boolean isUnfinished() {
    return !kafka.isAtRest() || !processes.stream().allMatch(SimulatedProcess::isAtRest);
  }
}
