package dev.barid.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Runs {@code barid} in this process. */
public final class Program {

  private final List<String> common;

  private Program(List<String> common) {
    this.common = common;
  }

  /** The program with no options of its own. */
  public static Program plain() {
    return new Program(List.of());
  }

  /** The program for some brokers and a topic prefix. */
  public static Program on(String bootstrapServers, String prefix) {
    return new Program(List.of("--bootstrap-servers", bootstrapServers, "--topic-prefix", prefix));
  }

  /** What a run came to. */
  public record Result(int status, String out, String err) {

    /** What was printed, of a run that must have succeeded. */
    public String done() {
      assertThat(status).as(this::toString).isZero();
      return out;
    }

    public List<String> lines() {
      return out.lines().toList();
    }
  }

  public Result run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Barid.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(common);
    int status = line.execute(all.toArray(String[]::new));
    return new Result(status, out.toString(), err.toString());
  }
}
