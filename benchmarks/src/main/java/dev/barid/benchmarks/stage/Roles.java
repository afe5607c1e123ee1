package dev.barid.benchmarks.stage;

import dev.barid.core.topic.Topics;
import java.nio.file.Path;
import java.time.Duration;
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
            List.of("scheduler", "--data", directory.resolve(name + "-data").toString()));
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
            List.of("dispatcher"));
    try {
      dispatcher.awaitLine(READY, READY_WITHIN);
      return dispatcher;
    } catch (RuntimeException notReady) {
      dispatcher.close();
      throw notReady;
    }
  }

  private static Child barid(
      Path directory,
      String name,
      String heap,
      Broker broker,
      Topics topics,
      List<String> arguments) {
    return Child.java(
        name,
        directory,
        List.of(heap, "-Dbarid.log.level=WARN"),
        "dev.barid.standalone.Barid",
        arguments,
        Map.of(
            "BARID_BOOTSTRAP_SERVERS",
            broker.servers(),
            "BARID_TOPIC_PREFIX",
            topics.prefix(),
            "BARID_INSTANCE_ID",
            name,
            "BARID_EGRESS_ALLOW",
            "127.0.0.0/8",
            "BARID_HTTP_PORT",
            "0"));
  }

  @Override
  public void close() {
    dispatcher.close();
    scheduler.close();
  }
}
