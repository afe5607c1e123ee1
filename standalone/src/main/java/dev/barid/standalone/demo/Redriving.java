package dev.barid.standalone.demo;

import dev.barid.cli.CommandFailure;
import dev.barid.cli.CommandLines;
import dev.barid.core.settings.Keys;
import dev.barid.core.settings.Settings;
import dev.barid.dlq.DlqCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/** Runs {@code barid dlq redrive} as a person would, in this process. */
final class Redriving {

  private Redriving() {}

  /**
   * Runs the command.
   *
   * @return what it printed, by lines
   * @throws CommandFailure if it fails
   */
  static List<String> run(Settings settings, String... arguments) {
    List<String> all = new ArrayList<>(Arrays.asList(arguments));
    all.add("--bootstrap-servers");
    all.add(settings.value(Keys.BOOTSTRAP_SERVERS));
    all.add("--topic-prefix");
    all.add(settings.value(Keys.TOPIC_PREFIX));
    StringWriter out = new StringWriter();
    // Its progress bar goes there, too.
    StringWriter err = new StringWriter();
    CommandLine line =
        CommandLines.create(new DlqCommand())
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true));
    int status = line.execute(all.toArray(String[]::new));
    if (status != 0) {
      throw CommandFailure.failed("redrive failed: " + err.toString().strip());
    }
    return out.toString().lines().toList();
  }
}
