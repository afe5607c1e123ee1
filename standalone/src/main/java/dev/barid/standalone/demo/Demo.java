package dev.barid.standalone.demo;

import dev.barid.cli.CommandFailure;
import dev.barid.cli.KafkaClients;
import dev.barid.core.settings.Keys;
import dev.barid.core.settings.Settings;
import dev.barid.standalone.registry.RegistryTopic;
import dev.barid.standalone.registry.SecretGenerator;
import dev.barid.standalone.role.Stack;
import dev.barid.standalone.role.StopSignal;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeoutException;

/**
 * The story, told once: start everything, let events flow to receivers good and bad, wait until
 * every delivery has ended, repair the one that was down and redrive its dead letters, and count.
 */
final class Demo implements AutoCloseable {

  private static final Duration READY_WITHIN = Duration.ofSeconds(60);
  private static final Duration READY_POLL = Duration.ofMillis(50);
  private static final Duration STALLED = Duration.ofSeconds(30);
  private static final Duration SETTLE_WITHIN = Duration.ofMinutes(10);
  private static final int PARTITIONS = 4;

  private final DemoOptions options;
  private final Screen screen;
  private final StopSignal signal;
  private final Stack stack;
  private final KafkaClients clients;
  private final Traffic traffic;
  private final Receivers receivers;
  private final Observer observer;

  private Demo(DemoOptions options, Screen screen, StopSignal signal, Stack stack)
      throws TimeoutException {
    this.options = options;
    this.screen = screen;
    this.signal = signal;
    this.stack = stack;
    this.clients = new KafkaClients(stack.settings());
    this.traffic =
        new Traffic(
            clients.producer(), stack.settings().topics(), options.events(), options.over());
    this.receivers = Receivers.open(traffic::sentAtMs);
    this.observer = Observer.following(clients);
  }

  /** Starts a broker and all roles on a directory that may be deleted afterwards. */
  static Demo start(Path directory, DemoOptions options, Screen screen, StopSignal signal)
      throws InterruptedException, TimeoutException {
    screen.say("starting a Kafka broker, the dispatcher and the scheduler in this process ...");
    Stack stack =
        Stack.start(
            new Stack.Plan(
                directory,
                0,
                OptionalInt.of(PARTITIONS),
                "demo-" + UUID.randomUUID().toString().substring(0, 8),
                Demo::settings),
            new SimpleMeterRegistry());
    try {
      return new Demo(options, screen, signal, stack);
    } catch (RuntimeException | TimeoutException failed) {
      stack.close();
      throw failed;
    }
  }

  private static Settings settings(String bootstrapServers) {
    return Settings.of(
        Map.of(
            Keys.BOOTSTRAP_SERVERS.key(), bootstrapServers,
            Keys.EGRESS_ALLOW.key(), "127.0.0.0/8",
            Keys.RETRY_TIERS.key(), "1s,10s",
            Keys.RETRY_BUDGET_FLOOR.key(), "10000"));
  }

  /** Tells the story up to where nothing is on its way any more, or the process is to stop. */
  Ledger play() throws TimeoutException {
    awaitReady();
    introduce();
    traffic.start();
    Scenes scenes = new Scenes(traffic, receivers, observer, System.nanoTime());
    Frame frame = awaitSettled(scenes);
    if (!signal.isStopping()) {
      screen.keep(frame);
      repairAndRedrive();
      screen.keep(awaitSettled(scenes));
    }
    return count();
  }

  private void awaitReady() {
    long deadline = System.nanoTime() + READY_WITHIN.toNanos();
    while (!stack.isReady() && !signal.await(READY_POLL)) {
      if (System.nanoTime() - deadline > 0) {
        throw CommandFailure.failed("not ready within " + READY_WITHIN.toSeconds() + " s");
      }
    }
  }

  private void introduce() {
    RegistryTopic registry = new RegistryTopic(clients);
    Cast.entries(receivers.urls())
        .forEach(
            (id, entry) -> {
              Map<String, String> secrets = SecretGenerator.fill(entry);
              registry.write(id, entry);
              Cast.PARTS.stream()
                  .filter(part -> part.subscriber().equals(id))
                  .forEach(
                      part -> receivers.expect(part, secrets.getOrDefault(part.endpoint(), "")));
            });
    screen.say("");
    screen.say("Events go to these endpoints. Each delivery has 4 attempts, up to 2 s apart.");
    Cast.PARTS.forEach(part -> screen.say("  " + part.introduction()));
    screen.say("");
    screen.say(
        "sending "
            + options.events()
            + " events over "
            + options.over().toSeconds()
            + " s, from a plain Kafka producer");
    screen.say("");
  }

  /** Shows what happens until all was sent and nothing is on its way, or nothing moves any more. */
  private Frame awaitSettled(Scenes scenes) {
    Frame frame = scenes.next();
    long movedNanos = System.nanoTime();
    long patienceNanos = movedNanos + options.over().plus(SETTLE_WITHIN).toNanos();
    while (!signal.isStopping() && !(traffic.isDone() && frame.waiting() == 0)) {
      Frame next = scenes.next();
      long now = System.nanoTime();
      if (next.hasMovedSince(frame)) {
        movedNanos = now;
      }
      if (now - movedNanos > STALLED.toNanos() || now - patienceNanos > 0) {
        screen.say("not waiting any longer for " + next.waiting() + " deliveries");
        return next;
      }
      frame = next;
      screen.show(frame);
    }
    return frame;
  }

  private void repairAndRedrive() throws TimeoutException {
    screen.say(
        "fixing the receiver of " + Cast.DEAD_SUBSCRIBER + ", and redriving its dead letters:");
    receivers.repair();
    String[] arguments = {"redrive", "--subscriber", Cast.DEAD_SUBSCRIBER, "--execute"};
    screen.say("  $ barid dlq " + String.join(" ", arguments));
    Redriving.run(stack.settings(), arguments).forEach(line -> screen.say("  " + line));
    screen.say("");
  }

  private Ledger count() {
    Map<Part, Set<String>> received = new LinkedHashMap<>();
    Cast.PARTS.forEach(part -> received.put(part, receivers.inbox(part).accepted()));
    return Ledger.of(traffic.acknowledgedEvents(), received, Observer.once(clients).open());
  }

  /** What a part's receiver saw. */
  Inbox inbox(Part part) {
    return receivers.inbox(part);
  }

  /** How many events Kafka did not take. */
  int refused() {
    return traffic.refused();
  }

  @Override
  public void close() {
    traffic.close();
    observer.close();
    stack.close();
    receivers.close();
  }
}
