package dev.barid.faults.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A {@code barid} command that ends by itself. */
public final class BaridCommand {

  private static final Duration END_WITHIN = Duration.ofSeconds(60);

  private BaridCommand() {}

  /**
   * Runs it, as a process, and returns what it printed.
   *
   * @throws AssertionError if it fails; shows what it printed
   */
  public static List<String> run(Site site, String name, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--config", site.writeConfig(name, Map.of()).toString()));
    try (JvmProcess command =
        JvmProcess.start(
            new Launch(
                name, site.logs(), "dev.barid.standalone.Barid", List.of(), all, Map.of()))) {
      int exit = command.awaitExit(END_WITHIN);
      if (exit != 0) {
        throw new AssertionError(
            String.join(" ", arguments) + ": exit status " + exit + "\n" + command.logTail());
      }
      return command.lines();
    }
  }
}
