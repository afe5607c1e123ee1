package dev.barid.cli;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * What stdout and stderr are connected to.
 *
 * @param width characters in a line of stdout; empty where it is no terminal and COLUMNS isn't set
 * @param colour whether stdout shows bold and colours
 * @param interactiveErr whether stderr is a terminal, on which a line can be painted over
 */
public record Terminal(OptionalInt width, boolean colour, boolean interactiveErr) {

  /** No terminal at all: nothing is cut, coloured or painted over. */
  public static final Terminal NONE = new Terminal(OptionalInt.empty(), false, false);

  private static final int USUAL_WIDTH = 80;
  private static final int NARROWEST = 20;

  /** The terminal of this process. */
  public static Terminal detect(Map<String, String> environment) {
    boolean out = isTerminal(1);
    boolean dumb = environment.getOrDefault("TERM", "dumb").equals("dumb");
    boolean colour = out && !dumb && environment.getOrDefault("NO_COLOR", "").isEmpty();
    OptionalInt width = columns(environment.getOrDefault("COLUMNS", ""));
    if (width.isEmpty() && out) {
      width = OptionalInt.of(askedWidth().orElse(USUAL_WIDTH));
    }
    return new Terminal(width, colour, isTerminal(2) && !dumb);
  }

  /** The text in bold, where that can be shown. */
  String bold(String text) {
    return colour ? "\033[1m" + text + "\033[0m" : text;
  }

  private static OptionalInt columns(String text) {
    try {
      int columns = Integer.parseInt(text.trim());
      return columns >= NARROWEST ? OptionalInt.of(columns) : OptionalInt.empty();
    } catch (NumberFormatException notGiven) {
      return OptionalInt.empty();
    }
  }

  private static boolean isTerminal(int descriptor) {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException noProc) {
      return isTerminalByTest(descriptor);
    }
  }

  private static boolean isTerminalByTest(int descriptor) {
    try {
      Process test =
          new ProcessBuilder("test", "-t", Integer.toString(descriptor)).inheritIO().start();
      return test.waitFor(1, TimeUnit.SECONDS) && test.exitValue() == 0;
    } catch (IOException noSuchCommand) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static OptionalInt askedWidth() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (BufferedReader answer = stty.inputReader(StandardCharsets.US_ASCII)) {
        String line = answer.readLine();
        if (line == null || !stty.waitFor(1, TimeUnit.SECONDS)) {
          return OptionalInt.empty();
        }
        return columns(line.substring(line.indexOf(' ') + 1));
      }
    } catch (IOException | UncheckedIOException noStty) {
      return OptionalInt.empty();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return OptionalInt.empty();
    }
  }
}
