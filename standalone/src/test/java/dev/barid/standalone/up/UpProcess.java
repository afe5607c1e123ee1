package dev.barid.standalone.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code barid up} in a JVM of its own, on free ports. */
final class UpProcess implements AutoCloseable {

  private static final Duration READY = Duration.ofSeconds(90);
  private static final Pattern READY_LINE =
      Pattern.compile("ready: Kafka on (\\S+), health and metrics on port (\\d+),.*");

  private final Process process;
  private final Path out;
  private final Path err;

  private UpProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts it on a directory, new or used before, and waits until it is ready. */
  static UpProcess start(Path directory) throws IOException {
    Path out = Files.createTempFile(directory, "up-", ".out");
    Path err = Files.createTempFile(directory, "up-", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            // Not the one of the tests, which logs to stdout.
            "-Dlogback.configurationFile=logback.xml",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.barid.standalone.Barid",
            "up",
            "--data",
            directory.resolve("data").toString(),
            "--kafka-port",
            "0",
            "--http-port",
            "0");
    builder.environment().put("BARID_EGRESS_ALLOW", "127.0.0.0/8");
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    UpProcess started = new UpProcess(builder.start(), out, err);
    try {
      await()
          .atMost(READY)
          .until(() -> !started.process.isAlive() || started.readyLine().isPresent());
      assertThat(started.readyLine()).as(started.log()).isPresent();
      return started;
    } catch (RuntimeException | AssertionError notReady) {
      started.close();
      throw notReady;
    }
  }

  String bootstrapServers() {
    return ready().group(1);
  }

  int httpPort() {
    return Integer.parseInt(ready().group(2));
  }

  /** What it printed. */
  List<String> lines() {
    try {
      return Files.readAllLines(out);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Sends SIGTERM and waits for the end: at most ten seconds, and well. */
  void terminate() throws InterruptedException {
    long startNanos = System.nanoTime();
    process.destroy();
    boolean ended = process.waitFor(20, TimeUnit.SECONDS);
    assertThat(ended).as(log()).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(10));
    assertThat(process.exitValue()).as(log()).isZero();
  }

  /** Sends SIGKILL and waits for the end. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  private Matcher ready() {
    Matcher line = READY_LINE.matcher(readyLine().orElseThrow());
    assertThat(line.matches()).as(line.toString()).isTrue();
    return line;
  }

  private Optional<String> readyLine() {
    return lines().stream().filter(line -> line.startsWith("ready")).findFirst();
  }

  private String log() {
    try {
      return Files.readString(err);
    } catch (IOException unreadable) {
      return unreadable.toString();
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
