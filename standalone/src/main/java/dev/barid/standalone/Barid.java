package dev.barid.standalone;

import dev.barid.cli.CommandLines;
import dev.barid.cli.ExitCodes;
import dev.barid.dlq.DlqCommand;
import dev.barid.standalone.attempts.AttemptsCommand;
import dev.barid.standalone.demo.DemoCommand;
import dev.barid.standalone.lag.LagCommand;
import dev.barid.standalone.registry.SubscriberCommand;
import dev.barid.standalone.role.DispatcherCommand;
import dev.barid.standalone.role.SchedulerCommand;
import dev.barid.standalone.role.UpCommand;
import dev.barid.standalone.send.SendCommand;
import dev.barid.standalone.topics.TopicsCommand;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The program {@code barid}. */
@Command(
    name = "barid",
    description = "A Kafka-native delivery pipeline for webhooks.",
    mixinStandardHelpOptions = true,
    subcommands = {
      DemoCommand.class,
      UpCommand.class,
      DispatcherCommand.class,
      SchedulerCommand.class,
      TopicsCommand.class,
      SubscriberCommand.class,
      SendCommand.class,
      AttemptsCommand.class,
      DlqCommand.class,
      LagCommand.class
    })
public final class Barid implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  private Barid() {}

  /** Runs the command that the arguments name and exits with its status. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** The command line with all its commands. */
  static CommandLine commandLine() {
    return CommandLines.create(new Barid());
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
