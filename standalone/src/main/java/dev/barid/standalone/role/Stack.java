package dev.barid.standalone.role;

import dev.barid.broker.BrokerOptions;
import dev.barid.broker.EmbeddedBroker;
import dev.barid.cli.CommandFailure;
import dev.barid.cli.KafkaClients;
import dev.barid.cli.Version;
import dev.barid.core.settings.Keys;
import dev.barid.core.settings.Settings;
import dev.barid.dispatcher.Dispatcher;
import dev.barid.scheduler.RetryScheduler;
import dev.barid.standalone.topics.TopicSetup;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;

/**
 * Everything in one process: an embedded broker, the topics, the scheduler and the dispatcher. They
 * end the other way round, so that nobody is left without those that it needs.
 */
public final class Stack implements AutoCloseable {

  /**
   * What a stack is made from.
   *
   * @param dataDir where the broker and the scheduler keep theirs
   * @param kafkaPort the broker's port; 0 for a free one
   * @param partitions of each topic, if they don't exist yet
   * @param instanceId the process's name
   * @param settings the settings, given where the broker listens
   */
  public record Plan(
      Path dataDir,
      int kafkaPort,
      OptionalInt partitions,
      String instanceId,
      Function<String, Settings> settings) {}

  private static final String BROKER_DIR = "kafka";

  private final Settings settings;
  private final Deque<Part> parts;

  private Stack(Settings settings, Deque<Part> parts) {
    this.settings = settings;
    this.parts = parts;
  }

  /**
   * Starts all parts; returns before they are ready.
   *
   * @throws RuntimeException whose message says what is in the way; what was started is closed
   */
  public static Stack start(Plan plan, MeterRegistry metrics) throws InterruptedException {
    Deque<Part> parts = new ArrayDeque<>();
    try {
      EmbeddedBroker broker =
          EmbeddedBroker.start(
              BrokerOptions.in(plan.dataDir().resolve(BROKER_DIR)).withKafkaPort(plan.kafkaPort()));
      parts.push(new Part("broker", () -> true, () -> true, broker::close));
      Settings settings = plan.settings().apply(broker.bootstrapServers());
      setUpTopics(settings, plan.partitions());
      parts.push(scheduler(settings, plan.instanceId(), plan.dataDir(), metrics));
      parts.push(dispatcher(settings, plan.instanceId(), metrics));
      return new Stack(settings, parts);
    } catch (RuntimeException | InterruptedException failed) {
      closeAll(parts);
      throw failed;
    }
  }

  /** Starts a scheduler. */
  static Part scheduler(Settings settings, String instanceId, Path dataDir, MeterRegistry metrics) {
    RetryScheduler scheduler = new RetryScheduler(settings, instanceId, dataDir, metrics);
    scheduler.start();
    return new Part("scheduler", scheduler::isReady, scheduler::isLive, scheduler::close);
  }

  /** Starts a dispatcher. */
  static Part dispatcher(Settings settings, String instanceId, MeterRegistry metrics)
      throws InterruptedException {
    Dispatcher dispatcher = new Dispatcher(settings, instanceId, Version.number(), metrics);
    try {
      dispatcher.start();
    } catch (RuntimeException | InterruptedException failed) {
      dispatcher.close();
      throw failed;
    }
    return new Part("dispatcher", dispatcher::isReady, () -> true, dispatcher::close);
  }

  private static void setUpTopics(Settings settings, OptionalInt partitions) {
    try (Admin admin = new KafkaClients(settings).admin()) {
      TopicSetup setup = new TopicSetup(admin, settings.topics(), settings.value(Keys.RETRY_TIERS));
      setup.create(partitions, OptionalInt.empty());
      List<String> differences = setup.differences();
      if (!differences.isEmpty()) {
        throw CommandFailure.failed(String.join("; ", differences));
      }
    }
  }

  /** The settings that its parts run with. */
  public Settings settings() {
    return settings;
  }

  /** Its parts, the last one started first. */
  public List<Part> parts() {
    return List.copyOf(parts);
  }

  /** Whether events are accepted and delivered. */
  public boolean isReady() {
    return parts.stream().allMatch(part -> part.ready().getAsBoolean());
  }

  /** Ends the dispatcher, then the scheduler, then the broker. */
  @Override
  public void close() {
    closeAll(parts);
  }

  private static void closeAll(Deque<Part> parts) {
    while (!parts.isEmpty()) {
      parts.pop().close().run();
    }
  }
}
