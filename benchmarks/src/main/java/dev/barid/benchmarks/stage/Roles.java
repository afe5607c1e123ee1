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
    Child dispatcher =
        barid(directory, name + "-dispatcher", "-Xmx512m", broker, topics, List.of("dispatcher"));
    Roles roles = new Roles(dispatcher, scheduler);
    try {
      scheduler.awaitLine(READY, READY_WITHIN);
      dispatcher.awaitLine(READY, READY_WITHIN);
      return roles;
    } catch (RuntimeException notReady) {
      roles.close();
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
