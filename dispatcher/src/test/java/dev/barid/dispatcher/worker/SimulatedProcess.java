package dev.barid.dispatcher.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.health.EndpointHealth;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.dispatcher.commit.Batch;
import dev.barid.dispatcher.commit.BatchResult;
import dev.barid.dispatcher.commit.Transactions;
import dev.barid.dispatcher.metrics.DispatcherMetrics;
import dev.barid.dispatcher.outcome.Outcomes;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A process with one worker: what surrounds it goes on while the worker waits, on one thread. */
final class SimulatedProcess implements Transactions, SimulatedMember.Surroundings {

  private static final DispatcherMetrics METRICS = new DispatcherMetrics(new SimpleMeterRegistry());

  private final WorkerSimulation simulation;
  private final WorkerOptions options;
  private final Random random;
  private final SimulatedMember member;
  private final SimulatedHttp http;
  private final SimulatedRegistry.Reader registry;
  private final Mailbox mailbox;
  private final Worker worker;
  private @Nullable SimulatedTransaction transaction;
  private boolean ending;

  SimulatedProcess(WorkerSimulation simulation, WorkerOptions options, Outcomes outcomes) {
    this.simulation = simulation;
    this.options = options;
    this.random = simulation.random();
    this.mailbox = new Mailbox(new Queue(), this::pass);
    this.member = new SimulatedMember(simulation.kafka(), random, this);
    this.http =
        new SimulatedHttp(
            simulation.kafka(),
            simulation.ledger(),
            member,
            random,
            options.mostInFlight(),
            simulation::isCalm);
    this.registry = simulation.registry().new Reader(mailbox);
    this.worker =
        new Worker(
            options,
            new Worker.Ports(member, http, this, new Health(), registry, mailbox),
            simulation.clock().time(),
            random,
            outcomes,
            METRICS,
            simulation.kafka().partitionCount());
  }

  /** Reads what is committed of the endpoints' health. */
  private final class Health implements HealthSource {
    @Override
    public Map<EndpointKey, EndpointHealth> read(int partition) {
      if (isBrokerAway()) {
        throw new TimeoutException("the broker is away");
      }
      return simulation.kafka().healthOf(partition);
    }

    @Override
    public void close() {}
  }

  /** A queue whose reader doesn't wait: time passes, and the surroundings go on. */
  private final class Queue extends ArrayBlockingQueue<Mail> {
    private static final long serialVersionUID = 1;

    Queue() {
      super(Mailbox.OTHERS + 64);
    }

    @Override
    public @Nullable Mail poll(long timeout, TimeUnit unit) {
      SimulatedProcess.this.pass(unit.toNanos(timeout));
      return poll();
    }
  }

  private void pass(long nanos) {
    simulation.clock().pass(Duration.ofNanos(nanos));
    progress();
  }

  SimulatedMember member() {
    return member;
  }

  Worker worker() {
    return worker;
  }

  void start() {
    registry.tellAll();
    assertThat(worker.awaitRegistry(Duration.ofMillis(1))).isTrue();
    worker.join();
  }

  void turn() {
    worker.turn();
    assertThat(worker.heldBytes()).as("held").isNotNegative();
    assertThat(worker.attemptsInFlight()).as("in flight").isBetween(0, options.mostInFlight());
  }

  /** What surrounds the worker does something, or everything that it can. */
  void progress() {
    if (simulation.isCalm()) {
      http.succeedAll();
      advanceTransaction(false);
      registry.tellNext();
      return;
    }
    for (int count = random.nextInt(4); count > 0; count--) {
      switch (random.nextInt(6)) {
        case 0, 1, 2 -> http.answerOne();
        case 3, 4 -> advanceTransaction(random.nextInt(simulation.troubles()) == 0);
        default -> registry.tellNext();
      }
    }
    if (random.nextInt(400) == 0) {
      member.kick();
    }
  }

  private void advanceTransaction(boolean fails) {
    SimulatedTransaction open = transaction;
    if (open == null) {
      return;
    }
    BatchResult result = open.result();
    if (result == null && ending && random.nextInt(4) == 0) {
      // Who ends doesn't wait to learn what it came to.
      open.resolve(random.nextBoolean());
      result = new BatchResult.Unknown(new TimeoutException("the broker is away"));
    }
    if (result == null) {
      open.advance(fails);
      return;
    }
    transaction = null;
    try {
      mailbox.put(new Mail.BatchEnded(result));
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  /** Ends without a word; its successor has ended its transaction. */
  void crash() {
    mailbox.close();
    endTransaction();
    member.kick();
  }

  /** Ends in order. */
  void end(Duration atMost) {
    ending = true;
    worker.end(atMost);
    endTransaction();
    assertThat(worker.heldBytes()).as("held after the end").isZero();
  }

  private void endTransaction() {
    SimulatedTransaction open = transaction;
    if (open != null) {
      open.resolve(random.nextBoolean());
      transaction = null;
    }
  }

  boolean isAtRest() {
    return worker.heldBytes() == 0
        && worker.attemptsInFlight() == 0
        && http.inFlight() == 0
        && transaction == null
        && !registry.isBusy()
        && worker.isWell();
  }

  @Override
  public void submit(Batch batch) {
    assertThat(transaction).as("one transaction at a time").isNull();
    assertThat(member.assigned())
        .as("written are only partitions that are owned")
        .containsAll(batch.offsets().keySet());
    transaction = simulation.kafka().begin(member, batch);
  }

  @Override
  public void pass(Duration waited) {
    simulation.clock().pass(waited);
  }

  @Override
  public boolean isBrokerAway() {
    return !simulation.isCalm() && random.nextInt(30) == 0;
  }

  @Override
  public boolean isFull() {
    return worker.heldBytes() > options.mostHeldBytes();
  }

  @Override
  public void produceInto(TopicPartition partition) {
    simulation.produceInto(partition.partition());
  }

  @Override
  public String toString() {
    return "held "
        + worker.heldBytes()
        + ", in flight "
        + worker.attemptsInFlight()
        + ", "
        + member.assigned()
        + ", well "
        + worker.isWell();
  }
}
