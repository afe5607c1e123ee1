package dev.barid.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** A command run in the test's process, with what it printed. */
record Invocation(int exitCode, String out, String err) {

  static Invocation of(Object command, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = CommandLines.create(command);
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    int exitCode = line.execute(args);
    return new Invocation(exitCode, out.toString(), err.toString());
  }
}
