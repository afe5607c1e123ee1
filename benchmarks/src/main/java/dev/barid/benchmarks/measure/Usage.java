package dev.barid.benchmarks.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** What a process has used, as Linux counts it (proc(5), {@code stat} and {@code status}). */
public final class Usage {

  /** In which {@code stat} counts; a constant of Linux's interface to programs. */
  private static final long TICKS_PER_SECOND = 100;

  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;
  private static final long KIB_PER_MIB = 1_024;

  private Usage() {}

  /** The processor time of all its threads so far. */
  public static Duration cpu(long pid) {
    String stat = read(pid, "stat");
    // After the name, which is in parentheses and may hold anything.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ticks = Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]);
    return Duration.ofMillis(ticks * 1_000 / TICKS_PER_SECOND);
  }

  /** The most memory that it had resident at once so far, in MiB. */
  public static long peakRssMib(long pid) {
    return status(pid, "VmHWM:") / KIB_PER_MIB;
  }

  /** The memory that it has resident now, in MiB. */
  public static long rssMib(long pid) {
    return status(pid, "VmRSS:") / KIB_PER_MIB;
  }

  private static long status(long pid, String field) {
    return read(pid, "status")
        .lines()
        .filter(line -> line.startsWith(field))
        .map(line -> line.replaceAll("[^0-9]", ""))
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("process " + pid + " has no " + field));
  }

  private static String read(long pid, String file) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), file));
    } catch (IOException gone) {
      throw new UncheckedIOException("process " + pid + " can't be read", gone);
    }
  }
}
