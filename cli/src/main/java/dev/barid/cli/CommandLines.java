package dev.barid.cli;

import dev.barid.core.settings.Keys;
import dev.barid.core.text.Durations;
import dev.barid.core.text.InvalidInputException;
import dev.barid.core.text.Printable;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Makes the command line of a command and its sub-commands, the same way for all of them. */
public final class CommandLines {

  /**
   * The system property that says how much is logged, for a logging configuration to use: {@code
   * OFF} for a command, {@code INFO} for a {@link Service} or with {@code --verbose}. Set before
   * the command runs, unless it is set already.
   */
  public static final String LOG_LEVEL = "barid.log.level";

  private static final int MESSAGE_CHARS = 1_000;

  private CommandLines() {}

  /**
   * The command line of a command.
   *
   * @param command an object annotated as picocli's Command, its sub-commands too
   */
  public static CommandLine create(Object command) {
    CommandLine line = new CommandLine(command);
    eachVersion(line);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpAutoWidth(true);
    line.registerConverter(Duration.class, text -> converted(() -> Durations.parse(text)));
    line.registerConverter(
        Instant.class, text -> converted(() -> Times.parse(text, Clock.systemUTC().instant())));
    line.setOut(utf8(FileDescriptor.out));
    line.setErr(utf8(FileDescriptor.err));
    line.setExecutionStrategy(CommandLines::execute);
    line.setParameterExceptionHandler((wrong, args) -> wrongUsage(wrong));
    line.setExecutionExceptionHandler((failure, failed, parsed) -> failure(failure, failed));
    return line;
  }

  private static void eachVersion(CommandLine line) {
    line.getCommandSpec().versionProvider(new Version());
    line.getSubcommands().values().forEach(CommandLines::eachVersion);
  }

  private static <T> T converted(Supplier<T> parser) {
    try {
      return parser.get();
    } catch (InvalidInputException invalid) {
      throw new TypeConversionException(invalid.getMessage());
    }
  }

  /** Closing is the process's business. Whatever the locale says: JSON is UTF-8. */
  private static PrintWriter utf8(FileDescriptor descriptor) {
    return new PrintWriter(
        new OutputStreamWriter(
            new BufferedOutputStream(new FileOutputStream(descriptor)), StandardCharsets.UTF_8),
        true);
  }

  private static int execute(ParseResult parsed) {
    List<CommandLine> chain = parsed.asCommandLineList();
    CommandLine last = chain.get(chain.size() - 1);
    boolean logs =
        last.getCommand() instanceof Service
            || CommonOptions.of(last.getCommandSpec()).map(CommonOptions::verbose).orElse(false);
    if (System.getProperty(LOG_LEVEL) == null) {
      System.setProperty(LOG_LEVEL, logs ? "INFO" : "OFF");
    }
    try {
      return new RunLast().execute(parsed);
    } finally {
      last.getOut().flush();
    }
  }

  private static int wrongUsage(ParameterException wrong) {
    CommandLine line = wrong.getCommandLine();
    say(line, String.valueOf(wrong.getMessage()));
    UnmatchedArgumentException.printSuggestions(wrong, line.getErr());
    line.getErr().println("Try \"" + line.getCommandSpec().qualifiedName() + " --help\".");
    return ExitCodes.WRONG_USAGE;
  }

  private static int failure(Exception failure, CommandLine failed) {
    if (failure instanceof ClosedOutput) {
      return ExitCodes.DONE;
    }
    Optional<CommonOptions> options = CommonOptions.of(failed.getCommandSpec());
    say(
        failed,
        KafkaFailures.line(failure, options.map(CommandLines::servers).orElse("its brokers"))
            .orElseGet(() -> line(failure)));
    if (options.map(CommonOptions::verbose).orElse(false)) {
      failure.printStackTrace(failed.getErr());
    }
    if (failure instanceof CommandFailure known) {
      return known.exitCode();
    }
    return failure instanceof InvalidInputException ? ExitCodes.WRONG_USAGE : ExitCodes.FAILED;
  }

  private static String servers(CommonOptions options) {
    try {
      return options.settings().value(Keys.BOOTSTRAP_SERVERS);
    } catch (InvalidInputException | CommandFailure unusable) {
      return "its brokers";
    }
  }

  private static String line(Exception failure) {
    String message = failure.getMessage();
    if (failure instanceof CommandFailure || failure instanceof InvalidInputException) {
      return String.valueOf(message);
    }
    String kind = failure.getClass().getSimpleName();
    return message == null ? kind : kind + ": " + message;
  }

  private static void say(CommandLine line, String message) {
    line.getOut().flush();
    line.getErr().println("barid: " + Printable.line(message, MESSAGE_CHARS));
  }
}
