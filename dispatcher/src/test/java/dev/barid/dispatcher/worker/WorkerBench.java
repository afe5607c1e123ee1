package dev.barid.dispatcher.worker;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.budget.BudgetLimits;
import dev.barid.core.delivery.Delivery;
import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.health.EndpointHealth;
import dev.barid.core.settings.AttemptsLog;
import dev.barid.core.subscriber.Endpoint;
import dev.barid.core.subscriber.EndpointEntry;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.subscriber.EndpointState;
import dev.barid.core.subscriber.Subscriber;
import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.Topics;
import dev.barid.dispatcher.commit.Batch;
import dev.barid.dispatcher.metrics.DispatcherMetrics;
import dev.barid.dispatcher.outcome.Outcomes;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** One worker with one partition on a simulated broker, answered by the test. */
final class WorkerBench implements SimulatedMember.Surroundings, HealthSource {

  static final TopicPartition EVENTS = new TopicPartition(Topics.DEFAULT.events(), 0);

  /** A request that waits for its answer. */
  record Request(Delivery delivery, Consumer<AttemptResult> onEnd) {
    String to() {
      return delivery.event().subscriber();
    }

    void answer(int status) {
      onEnd.accept(new AttemptResult.Answered(status));
    }
  }

  /** Its reader doesn't wait: time passes. */
  private final class Queue extends ArrayBlockingQueue<Mail> {
    private static final long serialVersionUID = 1;

    Queue() {
      super(Mailbox.OTHERS + 1_000);
    }

    @Override
    public @Nullable Mail poll(long timeout, TimeUnit unit) {
      clock.pass(Duration.ofNanos(unit.toNanos(timeout)));
      return poll();
    }
  }

  final SimulatedClock clock = new SimulatedClock(0);
  final List<Request> requests = new ArrayList<>();
  final List<Batch> batches = new ArrayList<>();
  final List<Long> lookups = new ArrayList<>();
  final SimulatedKafka kafka;
  final SimulatedMember member;
  final Worker worker;
  final MeterRegistry meters = new SimpleMeterRegistry();
  boolean transactionsFail;
  int unansweredHealth;
  private final Ledger ledger = new Ledger(Topics.DEFAULT);
  private final Mailbox mailbox =
      new Mailbox(new Queue(), waited -> clock.pass(Duration.ofNanos(waited)));
  private int produced;

  WorkerBench() throws InterruptedException {
    this(1_000);
  }

  /**
   * @param mostUnbegun how many attempts are sent at once: here all of them wait for the process
   */
  WorkerBench(int mostUnbegun) throws InterruptedException {
    Random random = new Random(1);
    kafka = new SimulatedKafka(random, Topics.DEFAULT, ledger, 1);
    member = new SimulatedMember(kafka, random, this);
    worker =
        new Worker(
            new WorkerOptions(
                1_000,
                mostUnbegun,
                10,
                1 << 20,
                Duration.ofMillis(50),
                Duration.ofMillis(100),
                BudgetLimits.STANDARD),
            new Worker.Ports(member, sender(), this::write, this, lookups::add, mailbox),
            clock.time(),
            random,
            new Outcomes(Topics.DEFAULT, RetryTiers.DEFAULT, AttemptsLog.ALL),
            new DispatcherMetrics(meters),
            1);
    put("acme");
    put("beta");
    mailbox.put(new Mail.RegistryCaughtUp(0));
    worker.awaitRegistry(Duration.ZERO);
    worker.join();
    kafka.partitions().forEach(partition -> kafka.assign(partition, member));
    turns(3);
  }

  /** The registry has the subscriber, with one endpoint. */
  void put(String subscriber) throws InterruptedException {
    EndpointEntry endpoint =
        new EndpointEntry.Usable(Samples.endpoint("orders", EndpointState.ACTIVE));
    mailbox.put(
        new Mail.RegistryChanged(
            subscriber,
            Optional.of(new Subscriber(subscriber, Optional.empty(), List.of(endpoint)))));
  }

  void lookedUp(long token) throws InterruptedException {
    mailbox.put(new Mail.RegistryCaughtUp(token));
  }

  void produce(String subscriber, int count) {
    for (int i = 0; i < count; i++) {
      String id = "e" + produced++;
      ledger.produced(new SimulatedEvent(id, subscriber, Set.of("orders"), 0, false, false, true));
      RecordHeaders headers = new RecordHeaders();
      headers.add("sim", bytes(id));
      headers.add(HeaderNames.CE_ID, bytes(id));
      kafka.append(
          EVENTS.topic(),
          0,
          new TopicRecord(
              EVENTS.topic(),
              OptionalInt.of(0),
              clock.now().toEpochMilli(),
              bytes(subscriber),
              bytes("{}"),
              headers));
    }
  }

  /** So many turns, 20 ms each. */
  void turns(int count) {
    for (int turn = 0; turn < count; turn++) {
      clock.pass(Duration.ofMillis(20));
      kafka.redeliver(100, clock.now());
      worker.turn();
    }
  }

  /** Answers what is there, and takes it off. */
  List<Request> answer(int status) {
    List<Request> answered = List.copyOf(requests);
    requests.clear();
    answered.forEach(request -> request.answer(status));
    return answered;
  }

  private AttemptSender sender() {
    return new AttemptSender() {
      @Override
      public void send(
          Delivery delivery, Endpoint endpoint, Instant now, Consumer<AttemptResult> onEnd) {
        requests.add(new Request(delivery, onEnd));
      }

      @Override
      public int unbegun() {
        return requests.size();
      }
    };
  }

  private void write(Batch batch) {
    batches.add(batch);
    SimulatedTransaction transaction = kafka.begin(member, batch);
    while (transaction.result() == null) {
      transaction.advance(transactionsFail);
    }
    try {
      mailbox.put(new Mail.BatchEnded(transaction.result()));
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Override
  public Map<EndpointKey, EndpointHealth> read(int partition) {
    if (unansweredHealth > 0) {
      unansweredHealth--;
      throw new TimeoutException("the broker is away");
    }
    return kafka.healthOf(partition);
  }

  @Override
  public void close() {}

  @Override
  public void pass(Duration waited) {
    clock.pass(waited);
  }

  @Override
  public boolean isBrokerAway() {
    return false;
  }

  @Override
  public boolean isFull() {
    return false;
  }

  @Override
  public void produceInto(TopicPartition partition) {
    throw new AssertionError("no topic is made anew here");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
