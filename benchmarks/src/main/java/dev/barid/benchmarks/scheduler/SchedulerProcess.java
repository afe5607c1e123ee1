package dev.barid.benchmarks.scheduler;

import dev.barid.benchmarks.stage.Child;
import dev.barid.benchmarks.stage.Roles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A scheduler as a process of its own. One thread's. */
final class SchedulerProcess implements AutoCloseable {

  private static final Duration READY_WITHIN = Duration.ofMinutes(10);
  private static final String READY = "ready: ";
  private static final String PORT = "port ";

  private final Child process;
  private final Path data;
  private int port;

  private SchedulerProcess(Child process, Path data) {
    this.process = process;
    this.data = data;
  }

  /**
   * Starts one; returns before it is ready.
   *
   * @param instance its instance id; what it has on disk is there after a restart under this name
   * @param run makes the log's name another one than that of the instance's other runs
   * @param standbys of each store, at the other schedulers
   */
  static SchedulerProcess begin(Stage stage, String instance, int run, int standbys) {
    String name = stage.topics().prefix().replace(".", "") + "-" + instance;
    Path data = stage.directory().resolve(name + "-data");
    Child process =
        Roles.beginScheduler(
            stage.directory(),
            name + "-" + run,
            data,
            stage.broker(),
            stage.topics(),
            Map.of(
                "BARID_INSTANCE_ID",
                instance,
                "BARID_KAFKA_NUM_STANDBY_REPLICAS",
                Integer.toString(standbys)));
    stage.report().say(name + ": process " + process.pid());
    return new SchedulerProcess(process, data);
  }

  /** Starts one without standbys, and returns when it is ready. */
  static SchedulerProcess start(Stage stage, int run) {
    SchedulerProcess scheduler = begin(stage, "one", run, 0);
    scheduler.awaitReady();
    return scheduler;
  }

  /** Waits until it has its partitions and their stores. */
  void awaitReady() {
    process.await("ready", READY_WITHIN, this::isReady);
  }

  /** Whether it has said that it has its partitions and their stores. */
  boolean isReady() {
    Optional<String> said =
        process.lines().stream().filter(line -> line.startsWith(READY)).findFirst();
    said.ifPresent(
        line ->
            port =
                Integer.parseInt(line.substring(line.lastIndexOf(PORT) + PORT.length()).strip()));
    return said.isPresent();
  }

  Child process() {
    return process;
  }

  long pid() {
    return process.pid();
  }

  /** Where its stores are. */
  Path data() {
    return data;
  }

  /** How many deliveries it says that it holds, waiting or parked. */
  long held() {
    return metrics()
        .lines()
        .filter(
            line ->
                line.startsWith("barid_scheduler_pending")
                    || line.startsWith("barid_scheduler_parked"))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private String metrics() {
    URI address = URI.create("http://127.0.0.1:" + port + "/metrics");
    try (var answer = address.toURL().openStream()) {
      return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** How many lines of its log tell that it was fenced, or that a thread died. */
  long fencings() {
    return process.lines().stream()
        .filter(line -> line.matches(".*([Ff]enced|Migrated|thread died|scheduler stops).*"))
        .count();
  }

  /** SIGKILL. */
  void kill() {
    process.kill();
  }

  @Override
  public void close() {
    process.close();
  }
}
