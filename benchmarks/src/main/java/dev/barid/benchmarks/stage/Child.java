package dev.barid.benchmarks.stage;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A process of ours; it is killed when this JVM ends before it. Thread-safe. */
public final class Child implements AutoCloseable {

  /** What every JVM of ours is given, whichever release it is. */
  public static final List<String> JVM_OPTIONS =
      List.of(
          "-XX:+IgnoreUnrecognizedVMOptions",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();
  private static final Duration LOOK = Duration.ofMillis(20);
  private static final long END_SECONDS = 30;
  private static final int TAIL = 30;

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroyForcibly)));
  }

  private final String name;
  private final Process process;
  private final Path log;

  private Child(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
  }

  /** Starts a program; what it prints goes to {@code NAME.log} in the directory. */
  public static Child start(
      String name, Path directory, List<String> command, Map<String, String> environment) {
    Path log = directory.resolve(name + ".log");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.to(log.toFile()));
      builder.environment().putAll(environment);
      Process process = builder.start();
      RUNNING.add(process);
      return new Child(name, process, log);
    } catch (IOException notStarted) {
      throw new UncheckedIOException(name + " doesn't start: " + command.get(0), notStarted);
    }
  }

  /** Starts a JVM with this one's class path. */
  public static Child java(
      String name,
      Path directory,
      List<String> jvmOptions,
      String mainClass,
      List<String> arguments,
      Map<String, String> environment) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM_OPTIONS);
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    command.addAll(arguments);
    return start(name, directory, command, environment);
  }

  /**
   * Waits until a line of its output begins so, and returns what follows.
   *
   * @throws IllegalStateException if it ends before, or the time is over; shows its output's end
   */
  public String awaitLine(String beginning, Duration atMost) {
    String[] found = {""};
    await(
        "a line \"" + beginning + "…\"",
        atMost,
        () -> {
          for (String line : lines()) {
            if (line.startsWith(beginning)) {
              found[0] = line.substring(beginning.length());
              return true;
            }
          }
          return false;
        });
    return found[0];
  }

  /**
   * Waits for a condition.
   *
   * @throws IllegalStateException if it ends before, or the time is over; shows its output's end
   */
  public void await(String what, Duration atMost, BooleanSupplier condition) {
    await(what, atMost, LOOK, condition);
  }

  /**
   * Waits for a condition that is looked at so often.
   *
   * @throws IllegalStateException if it ends before, or the time is over; shows its output's end
   */
  public void await(String what, Duration atMost, Duration every, BooleanSupplier condition) {
    long until = System.nanoTime() + atMost.toNanos();
    while (!condition.getAsBoolean()) {
      if (!process.isAlive()) {
        throw new IllegalStateException(name + " ended before: " + what + tail());
      }
      if (System.nanoTime() - until > 0) {
        throw new IllegalStateException(name + ": not within " + atMost + ": " + what + tail());
      }
      LockSupport.parkNanos(every.toNanos());
    }
  }

  public long pid() {
    return process.pid();
  }

  /** What it has printed, line by line. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    try (BufferedReader reader = Files.newBufferedReader(log)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
      }
      return lines;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private String tail() {
    List<String> lines = lines();
    return "\n" + String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL), lines.size()));
  }

  /** SIGKILL; returns when it has gone. */
  public void kill() {
    RUNNING.remove(process);
    process.destroyForcibly();
    try {
      process.waitFor(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** SIGTERM, and SIGKILL for one that doesn't heed it; returns when it has gone. */
  @Override
  public void close() {
    RUNNING.remove(process);
    process.destroy();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor(END_SECONDS, TimeUnit.SECONDS);
      }
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
