package dev.barid.benchmarks;

import dev.barid.benchmarks.footprint.FootprintCommand;
import dev.barid.benchmarks.micro.MicroCommand;
import dev.barid.benchmarks.open.IsolationCommand;
import dev.barid.benchmarks.open.LatencyCommand;
import dev.barid.benchmarks.scheduler.SchedulerCommand;
import dev.barid.benchmarks.throughput.PartitionsCommand;
import dev.barid.benchmarks.throughput.PayloadCommand;
import dev.barid.benchmarks.throughput.ThroughputCommand;
import dev.barid.benchmarks.throughput.TlsCommand;
import dev.barid.benchmarks.throughput.WorkersCommand;
import dev.barid.cli.CommandLines;
import dev.barid.cli.ExitCodes;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The program {@code benchmarks/run}. */
@Command(
    name = "benchmarks/run",
    description = "Measures Barid beside what its users would otherwise run.",
    mixinStandardHelpOptions = true,
    subcommands = {
      ThroughputCommand.class,
      WorkersCommand.class,
      PartitionsCommand.class,
      PayloadCommand.class,
      TlsCommand.class,
      IsolationCommand.class,
      LatencyCommand.class,
      FootprintCommand.class,
      SchedulerCommand.class,
      MicroCommand.class
    })
public final class Benchmarks implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  private Benchmarks() {}

  /** Runs the benchmark that the arguments name and exits with its status. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** The command line with all its benchmarks. */
  static CommandLine commandLine() {
    CommandLine all = CommandLines.create(new Benchmarks());
    all.getSubcommands()
        .values()
        .forEach(each -> each.getCommandSpec().mixinStandardHelpOptions(true));
    return all;
  }

  /** Without a command: says which there are. */
  @Override
  public Integer call() {
    if (spec != null) {
      spec.commandLine().usage(spec.commandLine().getErr());
    }
    return ExitCodes.WRONG_USAGE;
  }
}
