package dev.barid.standalone.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.cli.CommandLines;
import dev.barid.dlq.DlqCommand;
import dev.barid.testkit.TestBroker;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Runs {@code barid dlq} in this process. */
final class Dlq {

  private Dlq() {}

  /** Runs it, expects success, and gives what it printed. */
  static String run(TestBroker broker, String... args) {
    StringWriter printed = new StringWriter();
    CommandLine commands = CommandLines.create(new DlqCommand());
    commands.setOut(new PrintWriter(printed, true)).setErr(new PrintWriter(printed, true));
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(
        List.of(
            "--bootstrap-servers", broker.bootstrapServers(), "--topic-prefix", broker.prefix()));
    int status = commands.execute(all.toArray(String[]::new));
    assertThat(status).as(printed.toString()).isZero();
    return printed.toString();
  }
}
