package dev.barid.faults.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * One run of a Java process, from its start to its end. Whatever still runs when the test's own JVM
 * ends is killed.
 *
 * <p>Thread-safe, but for two that wait at once.
 */
public final class JvmProcess implements AutoCloseable {

  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();
  private static final Duration POLL = Duration.ofMillis(50);
  private static final int TAIL_LINES = 40;

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroyForcibly)));
  }

  private final Launch launch;
  private final Process process;

  /** Where this run's part of the log begins. */
  private final long logStart;

  private JvmProcess(Launch launch, Process process, long logStart) {
    this.launch = launch;
    this.process = process;
    this.logStart = logStart;
  }

  /** Starts it; returns at once. */
  public static JvmProcess start(Launch launch) {
    return start(launch, List.of());
  }

  /** Starts it by a command that becomes it, such as {@code unshare}; returns at once. */
  static JvmProcess start(Launch launch, List<String> wrapper) {
    try {
      Files.createDirectories(launch.logs());
      File log = launch.log().toFile();
      long logStart = log.length();
      ProcessBuilder builder =
          new ProcessBuilder(Stream.concat(wrapper.stream(), launch.command().stream()).toList())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log));
      builder.environment().putAll(launch.environment());
      Process process = builder.start();
      RUNNING.add(process);
      process.onExit().thenAccept(RUNNING::remove);
      return new JvmProcess(launch, process, logStart);
    } catch (IOException notStarted) {
      throw new UncheckedIOException(launch.name() + " doesn't start", notStarted);
    }
  }

  public String name() {
    return launch.name();
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Empty while it runs. */
  public Optional<Integer> exitValue() {
    return process.isAlive() ? Optional.empty() : Optional.of(process.exitValue());
  }

  /**
   * Waits for a line of this run that the pattern matches as a whole.
   *
   * @throws AssertionError if it ends before, or the time is over; shows the log's end
   */
  public Matcher awaitLine(Pattern pattern, Duration atMost) {
    await("a line like " + pattern, atMost, () -> line(pattern).isPresent());
    return line(pattern).orElseThrow();
  }

  /** The first line of this run that the pattern matches as a whole. */
  public Optional<Matcher> line(Pattern pattern) {
    return lines().stream().map(pattern::matcher).filter(Matcher::matches).findFirst();
  }

  /**
   * Waits for a condition, as long as the process lives.
   *
   * @throws AssertionError if it ends before, or the time is over; shows the log's end
   */
  public void await(String what, Duration atMost, BooleanSupplier condition) {
    boolean[] reached = {false};
    try {
      Awaitility.await()
          .pollDelay(Duration.ZERO)
          .pollInterval(POLL)
          .atMost(atMost)
          .until(
              () -> {
                boolean alive = process.isAlive();
                reached[0] = condition.getAsBoolean();
                return reached[0] || !alive;
              });
    } catch (org.awaitility.core.ConditionTimeoutException late) {
      throw new AssertionError(
          name() + ": not within " + atMost + ": " + what + "\n" + logTail(), late);
    }
    if (!reached[0]) {
      throw new AssertionError(
          name() + " ended with " + exitValue() + " before: " + what + "\n" + logTail());
    }
  }

  /** SIGKILL; returns when it is gone. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd(Duration.ofSeconds(30));
  }

  /**
   * SIGTERM; returns when it is gone.
   *
   * @return its exit value
   * @throws AssertionError if it isn't in time; it is killed then
   */
  public int terminate(Duration atMost) {
    requestEnd();
    if (!awaitEnd(atMost)) {
      kill();
      throw new AssertionError(name() + " didn't end within " + atMost + "\n" + logTail());
    }
    return process.exitValue();
  }

  /**
   * Waits until it has ended by itself.
   *
   * @return its exit value
   * @throws AssertionError if it doesn't in time; it is left running
   */
  public int awaitExit(Duration atMost) {
    if (!awaitEnd(atMost)) {
      throw new AssertionError(name() + " runs on after " + atMost + "\n" + logTail());
    }
    return process.exitValue();
  }

  /** SIGTERM; returns at once. */
  public void requestEnd() {
    process.destroy();
  }

  /** SIGSTOP: it stands still, with everything that it holds. */
  public void freeze() {
    signal("STOP");
  }

  /** SIGCONT. */
  public void thaw() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      int exit =
          new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid())
              .inheritIO()
              .start()
              .waitFor();
      if (exit != 0) {
        throw new IllegalStateException("kill -" + name + " " + name() + ": exit status " + exit);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  private boolean awaitEnd(Duration atMost) {
    try {
      return process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  /** What this run has printed and logged, but for a line that isn't complete yet. */
  public List<String> lines() {
    try {
      byte[] all = Files.readAllBytes(launch.log());
      int from = (int) Math.min(logStart, all.length);
      String text = new String(all, from, all.length - from, StandardCharsets.UTF_8);
      return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The end of this run's log, and where the whole is. */
  public String logTail() {
    List<String> lines = lines();
    return String.join(
        "\n",
        Stream.concat(
                Stream.of("log: " + log()),
                lines.stream().skip(Math.max(0, lines.size() - TAIL_LINES)))
            .toList());
  }

  public Path log() {
    return launch.log();
  }

  /** Kills it. */
  @Override
  public void close() {
    kill();
  }

  @Override
  public String toString() {
    return name() + " (pid " + pid() + ")";
  }
}
