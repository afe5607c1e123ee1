package dev.barid.broker;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** A JVM of its own that says what it has done, one line each, until it is killed. */
final class KilledJvm {

  private static final String DONE = "done ";
  private static final char END = ';';

  private KilledJvm() {}

  /** To be called by the process: what is said before the kill, and only that, counts. */
  static void say(String done) {
    System.out.println(DONE + done + END);
  }

  /**
   * Starts it, and kills it when it has said enough, or after a minute.
   *
   * @param meanwhile is told how much was said so far, with each
   * @return what it said
   */
  static List<String> run(Class<?> main, Path data, int enough, IntConsumer meanwhile)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                data.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    CompletableFuture.delayedExecutor(1, TimeUnit.MINUTES).execute(process::destroyForcibly);
    List<String> said = new ArrayList<>();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      String line;
      while ((line = lines.readLine()) != null) {
        if (line.startsWith(DONE) && line.charAt(line.length() - 1) == END) {
          said.add(line.substring(DONE.length(), line.length() - 1));
          meanwhile.accept(said.size());
        }
        if (said.size() == enough) {
          process.destroyForcibly();
        }
      }
    } catch (IOException e) {
      // The pipe's end may break with the process; the lines read until then count.
    } finally {
      process.destroyForcibly().waitFor();
    }
    return said;
  }
}
