package dev.barid.benchmarks.stage;

import dev.barid.core.topic.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A dispatcher and a scheduler, each a process of its own.
 *
 * @param dispatcher the former
 * @param scheduler the latter
 */
public record Roles(Child dispatcher, Child scheduler) implements AutoCloseable {

  private static final Duration READY_WITHIN = Duration.ofSeconds(60);
  private static final String READY = "ready";

  /** Starts both, and returns when they are ready. */
  public static Roles start(Path directory, Broker broker, Topics topics) {
    String name = topics.prefix().replace(".", "");
    Child scheduler =
        barid(
            directory,
            name + "-scheduler",
            "-Xmx384m",
            broker,
            topics,
            List.of("scheduler", "--data", directory.resolve(name + "-data").toString()),
            Map.of());
    try {
      scheduler.awaitLine(READY, READY_WITHIN);
      return new Roles(startDispatcher(directory, broker, topics), scheduler);
    } catch (RuntimeException notReady) {
      scheduler.close();
      throw notReady;
    }
  }

  /** Starts a dispatcher alone, and returns when it is ready. */
  public static Child startDispatcher(Path directory, Broker broker, Topics topics) {
    Child dispatcher =
        barid(
            directory,
            topics.prefix().replace(".", "") + "-dispatcher",
            "-Xmx512m",
            broker,
            topics,
            List.of("dispatcher"),
            Map.of());
    try {
      dispatcher.awaitLine(READY, READY_WITHIN);
      return dispatcher;
    } catch (RuntimeException notReady) {
      dispatcher.close();
      throw notReady;
    }
  }

  /**
   * Starts a scheduler alone, and doesn't wait for it.
   *
   * @param name its log's, and unless the settings say otherwise its instance id
   * @param data where its stores are
   * @param settings more environment variables
   */
  public static Child beginScheduler(
      Path directory,
      String name,
      Path data,
      Broker broker,
      Topics topics,
      Map<String, String> settings) {
    return barid(
        directory,
        name,
        "-Xmx512m",
        broker,
        topics,
        List.of("scheduler", "--data", data.toString()),
        settings);
  }

  private static Child barid(
      Path directory,
      String name,
      String heap,
      Broker broker,
      Topics topics,
      List<String> arguments,
      Map<String, String> settings) {
    Map<String, String> environment = new HashMap<>();
    environment.put("BARID_BOOTSTRAP_SERVERS", broker.servers());
    environment.put("BARID_TOPIC_PREFIX", topics.prefix());
    environment.put("BARID_INSTANCE_ID", name);
    environment.put("BARID_EGRESS_ALLOW", "127.0.0.0/8");
    environment.put("BARID_HTTP_PORT", "0");
    environment.putAll(settings);
    return Child.java(
        name,
        directory,
        List.of(heap, "-Dbarid.log.level=WARN"),
        "dev.barid.standalone.Barid",
        arguments,
        environment);
  }

  @Override
  public void close() {
    dispatcher.close();
    scheduler.close();
  }
}
