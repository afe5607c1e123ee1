package dev.barid.dispatcher;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.delivery.Delivery;
import dev.barid.core.settings.Keys;
import dev.barid.core.settings.Settings;
import dev.barid.core.subscriber.Endpoint;
import dev.barid.core.topic.Topics;
import dev.barid.dispatcher.commit.Committer;
import dev.barid.dispatcher.metrics.DispatcherMetrics;
import dev.barid.dispatcher.outcome.Outcomes;
import dev.barid.dispatcher.registry.RegistryListener;
import dev.barid.dispatcher.registry.RegistryThread;
import dev.barid.dispatcher.worker.AttemptSender;
import dev.barid.dispatcher.worker.KafkaEventSource;
import dev.barid.dispatcher.worker.KafkaHealthSource;
import dev.barid.dispatcher.worker.Mailbox;
import dev.barid.dispatcher.worker.Time;
import dev.barid.dispatcher.worker.Worker;
import dev.barid.dispatcher.worker.WorkerOptions;
import dev.barid.testkit.TestBroker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Producer;

/**
 * A dispatcher with one worker, all of it the product's own but for HTTP: requests wait for the
 * test's answer. The test can stop its owner thread, and each call of its producer.
 */
final class Member implements AutoCloseable {

  static final Duration PATIENCE = Duration.ofSeconds(40);

  /** Polls end after 20 ms unless partitions go. */
  private static final long BUSY_NANOS = 500_000_000;

  /** A request that waits for its answer. */
  record Request(Delivery delivery, Consumer<AttemptResult> onEnd) {
    String body() {
      return new String(delivery.event().body(), StandardCharsets.UTF_8);
    }

    void answer(int status) {
      onEnd.accept(new AttemptResult.Answered(status));
    }
  }

  final Calls calls = new Calls();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final DispatcherMetrics metrics = new DispatcherMetrics(meters);
  private final Settings settings;
  private final KafkaClients kafka;
  private final RegistryThread registry;
  private final int partitionCount;
  private final Gate gate = new Gate();
  private final WorkerThread thread;
  private volatile int answer;
  private volatile boolean closing;

  private Member(Settings settings, String instance, int partitionCount) {
    this.settings = settings;
    this.kafka = new KafkaClients(settings, instance);
    this.registry = new RegistryThread(kafka::registryConsumer, settings.topics().subscribers());
    this.partitionCount = partitionCount;
    this.thread = new WorkerThread(instance, new Slot(), registry, Duration.ZERO);
  }

  /** Starts one; it joins in the background. */
  static Member start(
      TestBroker broker, String instance, Map<String, String> more, int partitionCount) {
    Map<String, String> entries = new HashMap<>();
    entries.put("bootstrap.servers", broker.bootstrapServers());
    entries.put("topic.prefix", broker.prefix());
    entries.putAll(more);
    Member member = new Member(Settings.of(entries), instance, partitionCount);
    member.registry.start();
    member.thread.start();
    return member;
  }

  /** The registry has a subscriber with one endpoint. */
  static void put(TestBroker broker, String subscriber) {
    broker.produce(
        broker.topics().subscribers(),
        subscriber,
        "{\"id\":\""
            + subscriber
            + "\",\"endpoints\":[{\"id\":\"all\",\"url\":\"https://hooks.example/\","
            + "\"secrets\":[\"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\"]}]}");
  }

  /** Returns once it owns so many partitions, those of both topics together. */
  Member awaitPartitions(int count) {
    await("it owns " + count + " partitions", () -> thread.partitions() == count);
    return this;
  }

  /** Its owner thread stands still from here on; what it has begun elsewhere goes on. */
  void stop() throws InterruptedException {
    gate.close();
  }

  /** Waits until its owner thread has been busy with one poll for a while, or something else is. */
  void awaitBusyInPollOr(BooleanSupplier otherwise) {
    long[] seen = {gate.passed(), System.nanoTime()};
    await(
        "it is busy in a poll",
        () -> {
          long passed = gate.passed();
          if (passed != seen[0]) {
            seen[0] = passed;
            seen[1] = System.nanoTime();
          }
          return System.nanoTime() - seen[1] > BUSY_NANOS || otherwise.getAsBoolean();
        });
  }

  /** How many partitions it owns, those of both topics together. */
  int partitions() {
    return thread.partitions();
  }

  void resume() {
    gate.open();
  }

  /** From now on each request is answered at once, with this status. */
  Member answering(int status) {
    answer = status;
    return this;
  }

  private void requested(Request request) {
    requests.add(request);
    if (answer > 0) {
      request.answer(answer);
    }
  }

  /** All requests ever made. */
  List<Request> requests() {
    return requests;
  }

  /** The requests made, once there are so many. */
  List<Request> awaitRequests(int count) {
    await("there are " + count + " requests", () -> requests.size() >= count);
    return requests;
  }

  double count(String meter) {
    return meters.counter(meter).count();
  }

  /** A producer with the same transactional id, as that of a successor. */
  Producer<byte[], byte[]> rival() {
    return kafka.transactionalProducer(0, Committer.Form.PLAIN);
  }

  static void await(String what, BooleanSupplier condition) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - until > 0) {
        throw new AssertionError("not within " + PATIENCE + ": " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  @Override
  public void close() {
    closing = true;
    calls.heal();
    thread.end();
    gate.open();
    try {
      thread.join(PATIENCE.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    registry.close();
  }

  private final class Slot implements WorkerThread.Slot {

    @Override
    public Mailbox newMailbox() {
      return new Mailbox(settings.value(Keys.MAX_IN_FLIGHT));
    }

    @Override
    public Committer newCommitter() {
      return new Committer(form -> calls.on(kafka.transactionalProducer(0, form)), () -> closing);
    }

    private AttemptSender sender() {
      return new AttemptSender() {
        @Override
        public void send(
            Delivery delivery, Endpoint endpoint, Instant now, Consumer<AttemptResult> onEnd) {
          requested(new Request(delivery, onEnd));
        }

        @Override
        public int unbegun() {
          return 0;
        }
      };
    }

    @Override
    public Worker newWorker(Mailbox mailbox, CommitterThread committer, RegistryListener listener) {
      Topics topics = settings.topics();
      KafkaEventSource source =
          new KafkaEventSource(
              kafka.groupConsumer(0),
              List.of(topics.events(), topics.redeliveries()),
              Time.system());
      return new Worker(
          WorkerOptions.of(settings),
          new Worker.Ports(
              new GatedSource(source, gate),
              sender(),
              committer,
              new KafkaHealthSource(
                  kafka.healthConsumer(0),
                  kafka.healthEndsConsumer(0),
                  topics.endpointHealth(),
                  Time.system()),
              token -> registry.catchUp(listener, token),
              mailbox),
          Time.system(),
          new Random(1),
          new Outcomes(topics, settings.value(Keys.RETRY_TIERS), settings.value(Keys.ATTEMPTS_LOG)),
          metrics,
          partitionCount);
    }
  }
}
