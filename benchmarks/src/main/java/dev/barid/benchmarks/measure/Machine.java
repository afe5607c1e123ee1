package dev.barid.benchmarks.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the figures come from: they mean little without it. */
public final class Machine {

  private Machine() {}

  /** Its processor, kernel, JVM and load in one line. */
  public static String describe() {
    return "%s x%d, %d MiB, %s %s, Java %s, load %s"
        .formatted(
            line("/proc/cpuinfo", "model name"),
            Runtime.getRuntime().availableProcessors(),
            Long.parseLong(line("/proc/meminfo", "MemTotal").replaceAll("[^0-9]", "")) / 1_024,
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            Runtime.version(),
            first("/proc/loadavg"));
  }

  private static String line(String file, String name) {
    try {
      return Files.readAllLines(Path.of(file)).stream()
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("0");
    } catch (IOException unreadable) {
      return "0";
    }
  }

  private static String first(String file) {
    try {
      return Files.readString(Path.of(file)).split(" ", 2)[0];
    } catch (IOException unreadable) {
      return "unknown";
    }
  }
}
