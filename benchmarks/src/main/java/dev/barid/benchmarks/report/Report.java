package dev.barid.benchmarks.report;

import dev.barid.benchmarks.measure.Machine;
import dev.barid.cli.Column;
import dev.barid.cli.JsonRows;
import dev.barid.cli.OutputForm;
import dev.barid.cli.Progress;
import dev.barid.cli.Rows;
import dev.barid.cli.TableRows;
import dev.barid.cli.Terminal;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every benchmark prints: rows on stdout; the machine, and how it goes, on stderr. */
public final class Report {

  @Option(names = "--output", description = "table or json. Default: ${DEFAULT-VALUE}.")
  private OutputForm output = OutputForm.TABLE;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  private final Terminal terminal = Terminal.detect(System.getenv());

  private CommandSpec spec() {
    return Objects.requireNonNull(spec, "a mixin has its command");
  }

  /** Says where the figures come from. */
  public void begin() {
    say(Machine.describe());
  }

  /** A line for people. */
  public void say(String line) {
    PrintWriter err = spec().commandLine().getErr();
    err.println(line);
    err.flush();
  }

  /** A bar, for who watches. */
  public Progress progress(String what, long total) {
    return new Progress(spec().commandLine().getErr(), terminal, what, total);
  }

  /** Where the rows go; the caller closes it. */
  public <R> Rows<R> rows(List<Column<R>> columns) {
    PrintWriter out = spec().commandLine().getOut();
    return output == OutputForm.JSON
        ? new JsonRows<>(out, columns)
        : new TableRows<>(out, terminal, columns);
  }
}
