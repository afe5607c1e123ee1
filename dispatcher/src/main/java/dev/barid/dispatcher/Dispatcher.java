package dev.barid.dispatcher;

import dev.barid.core.net.AddressGuard;
import dev.barid.core.settings.Keys;
import dev.barid.core.settings.Settings;
import dev.barid.core.topic.Topics;
import dev.barid.dispatcher.commit.Committer;
import dev.barid.dispatcher.endpoint.EndpointClient;
import dev.barid.dispatcher.endpoint.EventLoops;
import dev.barid.dispatcher.endpoint.RequestHeaders;
import dev.barid.dispatcher.metrics.DispatcherMetrics;
import dev.barid.dispatcher.outcome.Outcomes;
import dev.barid.dispatcher.registry.RegistryListener;
import dev.barid.dispatcher.registry.RegistryThread;
import dev.barid.dispatcher.worker.HttpAttemptSender;
import dev.barid.dispatcher.worker.KafkaEventSource;
import dev.barid.dispatcher.worker.KafkaHealthSource;
import dev.barid.dispatcher.worker.Mailbox;
import dev.barid.dispatcher.worker.Time;
import dev.barid.dispatcher.worker.Worker;
import dev.barid.dispatcher.worker.WorkerOptions;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.apache.kafka.clients.admin.Admin;

/**
 * The dispatcher role: consumes events, POSTs them to their subscribers' endpoints, and writes what
 * became of them.
 *
 * <pre>
 *   Dispatcher ─┬─ RegistryThread              follows the subscribers' topic, tells every worker
 *               ├─ WorkerThread 0 … W-1        each owns a {@link Worker}: a consumer, the lanes
 *               │     └─ CommitterThread       its transactional producer
 *               └─ EventLoops                  for HTTP and name resolution
 * </pre>
 */
public final class Dispatcher implements AutoCloseable {

  /** The busy ones of a worker: its owner and its event loop. */
  private static final int THREADS = 2;

  private static final Duration END_SLACK = Duration.ofSeconds(8);

  private final Settings settings;
  private final KafkaClients kafka;
  private final DispatcherMetrics metrics;
  private final RequestHeaders headers;
  private final EventLoops loops;
  private final RegistryThread registry;
  private final List<WorkerThread> workers = new ArrayList<>();
  private volatile boolean closing;

  /**
   * @param settings the process's settings
   * @param instanceId the process's name: kept over restarts, shared with no other running process
   * @param version Barid's version, for {@code User-Agent}
   * @param registry where meters go
   */
  public Dispatcher(Settings settings, String instanceId, String version, MeterRegistry registry) {
    this.settings = settings;
    this.kafka = new KafkaClients(settings, instanceId);
    this.metrics = new DispatcherMetrics(registry);
    this.headers = new RequestHeaders(version);
    this.loops = new EventLoops(workerCount(settings));
    this.registry = new RegistryThread(kafka::registryConsumer, settings.topics().subscribers());
  }

  /**
   * Checks the topics and starts the workers; returns at once.
   *
   * @throws IllegalStateException if topics are missing or don't fit together, saying which
   * @throws org.apache.kafka.common.KafkaException if Kafka can't be reached
   */
  public void start() throws InterruptedException {
    int partitionCount;
    try (Admin admin = Admin.create(kafka.admin())) {
      partitionCount = TopicCheck.partitionCount(admin, settings);
    }
    registry.start();
    for (int number = 0; number < workerCount(settings); number++) {
      WorkerThread worker =
          new WorkerThread(
              "barid-worker-" + number,
              new WorkerSlot(number, partitionCount),
              registry,
              settings.value(Keys.SHUTDOWN_TIMEOUT));
      workers.add(worker);
      worker.start();
    }
  }

  /** Whether the registry is read to its end, and every worker has joined and commits. */
  public boolean isReady() {
    return !closing
        && registry.isComplete()
        && !workers.isEmpty()
        && workers.stream().allMatch(WorkerThread::isWell);
  }

  /** How many partitions, of both topics together, this process owns. */
  public int partitions() {
    return workers.stream().mapToInt(WorkerThread::partitions).sum();
  }

  /**
   * Ends in order: no more attempts, those in flight get {@code dispatcher.shutdownTimeout}, what
   * is finished is committed, the group is left. Never throws.
   */
  @Override
  public void close() {
    closing = true;
    workers.forEach(WorkerThread::end);
    long until =
        System.nanoTime() + settings.value(Keys.SHUTDOWN_TIMEOUT).plus(END_SLACK).toNanos();
    try {
      for (WorkerThread worker : workers) {
        worker.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())));
      }
      registry.close();
      loops.close();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static int workerCount(Settings settings) {
    int chosen = settings.value(Keys.DISPATCHER_WORKERS);
    return chosen > 0 ? chosen : (Runtime.getRuntime().availableProcessors() + 1) / THREADS;
  }

  /** What the worker of one number is made of. */
  private final class WorkerSlot implements WorkerThread.Slot {

    private final int number;
    private final int partitionCount;
    private final EndpointClient client;

    WorkerSlot(int number, int partitionCount) {
      this.number = number;
      this.partitionCount = partitionCount;
      this.client = new EndpointClient(loops, new AddressGuard(settings.value(Keys.EGRESS_ALLOW)));
    }

    @Override
    public Mailbox newMailbox() {
      return new Mailbox(settings.value(Keys.MAX_IN_FLIGHT));
    }

    @Override
    public Committer newCommitter() {
      return new Committer(form -> kafka.transactionalProducer(number, form), () -> closing);
    }

    @Override
    public Worker newWorker(Mailbox mailbox, CommitterThread committer, RegistryListener listener) {
      Topics topics = settings.topics();
      Worker.Ports ports =
          new Worker.Ports(
              new KafkaEventSource(
                  kafka.groupConsumer(number),
                  List.of(topics.events(), topics.redeliveries()),
                  Time.system()),
              new HttpAttemptSender(client, headers),
              committer,
              new KafkaHealthSource(
                  kafka.healthConsumer(number),
                  kafka.healthEndsConsumer(number),
                  topics.endpointHealth(),
                  Time.system()),
              token -> registry.catchUp(listener, token),
              mailbox);
      Outcomes outcomes =
          new Outcomes(topics, settings.value(Keys.RETRY_TIERS), settings.value(Keys.ATTEMPTS_LOG));
      RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create();
      return new Worker(
          WorkerOptions.of(settings),
          ports,
          Time.system(),
          random,
          outcomes,
          metrics,
          partitionCount);
    }
  }
}
