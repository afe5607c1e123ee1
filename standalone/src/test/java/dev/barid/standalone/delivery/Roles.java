package dev.barid.standalone.delivery;

import static org.awaitility.Awaitility.await;

import dev.barid.core.settings.Keys;
import dev.barid.core.settings.Settings;
import dev.barid.dispatcher.Dispatcher;
import dev.barid.scheduler.RetryScheduler;
import dev.barid.testkit.TestBroker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.search.Search;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A dispatcher and a scheduler in this process, ready to deliver to this machine. */
final class Roles implements AutoCloseable {

  /** One for each worker: every one more costs a start some stores and topics. */
  static final int PARTITIONS = 2;

  private static final Duration READY = Duration.ofSeconds(60);

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Map<Meter.Id, Double> counted = new HashMap<>();
  private final Dispatcher dispatcher;
  private final RetryScheduler scheduler;

  private Roles(Settings settings, Path data) {
    dispatcher = new Dispatcher(settings, "test", "1.2.3", meters);
    scheduler = new RetryScheduler(settings, "test", data, meters);
  }

  /** Makes the topics, starts both roles, and waits until they are ready. */
  static Roles start(TestBroker broker) throws IOException, InterruptedException {
    return start(broker, Map.of());
  }

  /** The same, with more settings. */
  static Roles start(TestBroker broker, Map<String, String> more)
      throws IOException, InterruptedException {
    Settings settings = settings(broker, more);
    broker.createBaridTopics(PARTITIONS, settings.value(Keys.RETRY_TIERS));
    return resume(settings);
  }

  /** Starts both roles on topics that are there. */
  static Roles resume(Settings settings) throws IOException, InterruptedException {
    Path data = Files.createTempDirectory("barid-roles");
    Roles roles = new Roles(settings, data);
    roles.scheduler.start();
    roles.dispatcher.start();
    await().atMost(READY).until(roles::isReady);
    return roles;
  }

  static Settings settings(TestBroker broker, Map<String, String> more) {
    Map<String, String> entries = new HashMap<>();
    entries.put("bootstrap.servers", broker.bootstrapServers());
    entries.put("topic.prefix", broker.prefix());
    entries.put("egress.allow", "127.0.0.0/8");
    entries.put("dispatcher.workers", "2");
    entries.putAll(more);
    return Settings.of(entries);
  }

  private boolean isReady() {
    return scheduler.isReady() && dispatcher.isReady() && dispatcher.partitions() == 2 * PARTITIONS;
  }

  /** By how much a counter has gone up since {@link #countFromHere}, or the start. */
  double count(String meter, String... tags) {
    Counter counter = meters.counter(meter, tags);
    return counter.count() - counted.getOrDefault(counter.getId(), 0.0);
  }

  void countFromHere() {
    for (Counter counter : Search.in(meters).counters()) {
      counted.put(counter.getId(), counter.count());
    }
  }

  /** Both at once, as each waits more than it does. */
  @Override
  public void close() {
    CompletableFuture<Void> schedulerClosed = CompletableFuture.runAsync(scheduler::close);
    dispatcher.close();
    schedulerClosed.join();
  }
}
