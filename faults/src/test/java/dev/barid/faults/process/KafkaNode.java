package dev.barid.faults.process;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.metadata.storage.Formatter;
import org.jspecify.annotations.Nullable;

/** One broker and controller of a cluster: its directory, and its process, if it runs. */
final class KafkaNode {

  private static final Duration END_WITHIN = Duration.ofSeconds(60);

  private final int id;
  private final Launch launch;
  private @Nullable JvmProcess process;

  private KafkaNode(int id, Launch launch) {
    this.id = id;
    this.launch = launch;
  }

  /** Formats a new one; it isn't started. */
  static KafkaNode create(int id, String clusterId, Path directory, Path data, Properties server) {
    try {
      Files.createDirectories(data);
      Path file = directory.resolve("broker-" + id + ".properties");
      server.setProperty("log.dirs", data.toString());
      try (Writer writer = Files.newBufferedWriter(file)) {
        server.store(writer, null);
      }
      format(id, clusterId, data);
      Launch launch =
          Launch.of("broker-" + id, directory.resolve("logs"), kafka.Kafka.class, file.toString())
              .withJvmOptions("-Xmx320m", "-Dbarid.log.level=WARN");
      return new KafkaNode(id, launch);
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }

  private static void format(int id, String clusterId, Path data) {
    try (PrintStream silent =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      new Formatter()
          .setClusterId(clusterId)
          .setNodeId(id)
          .setControllerListenerName(KafkaNodeSettings.CONTROLLER)
          .addDirectory(data.toString())
          .setMetadataLogDirectory(data.toString())
          .setPrintStream(silent)
          .run();
    } catch (Exception failed) {
      throw new IllegalStateException("broker " + id + " can't be formatted", failed);
    }
  }

  int id() {
    return id;
  }

  boolean isRunning() {
    return process != null && process.isAlive();
  }

  void start() {
    if (isRunning()) {
      throw new IllegalStateException(launch.name() + " runs already");
    }
    process = JvmProcess.start(launch);
  }

  JvmProcess process() {
    if (process == null) {
      throw new IllegalStateException(launch.name() + " was never started");
    }
    return process;
  }

  void kill() {
    if (process != null) {
      process.kill();
    }
  }

  void terminate() {
    process().terminate(END_WITHIN);
  }
}
