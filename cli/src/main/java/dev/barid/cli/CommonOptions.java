package dev.barid.cli;

import dev.barid.core.settings.Keys;
import dev.barid.core.settings.Settings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options of every command, to be mixed in:
 *
 * <pre>{@code
 * @Mixin private CommonOptions common = new CommonOptions();
 * }</pre>
 *
 * <p>A setting comes from its option, else from its environment variable, else from the file, else
 * from its default.
 */
public final class CommonOptions {

  @Option(
      names = "--bootstrap-servers",
      paramLabel = "HOST:PORT",
      description = "The Kafka brokers to start from (default: localhost:9092).")
  private @Nullable String bootstrapServers;

  @Option(
      names = "--topic-prefix",
      paramLabel = "PREFIX",
      description = "What the topics' names begin with (default: barid.).")
  private @Nullable String topicPrefix;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Settings, as Java properties or YAML (.yaml, .yml). Keys that begin with kafka. go to"
              + " the Kafka clients.")
  private @Nullable Path config;

  @Option(
      names = "--output",
      paramLabel = "table|json",
      description = "table for people, or json: one object a line.",
      defaultValue = "table")
  private OutputForm output = OutputForm.TABLE;

  @Option(names = "--verbose", description = "Log what happens; show the whole of a failure.")
  private boolean verbose;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("unused") // Picocli acts on it.
  private boolean help;

  @Option(names = "--version", versionHelp = true, description = "Show the version.")
  @SuppressWarnings("unused") // Picocli acts on it.
  private boolean version;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  private final Map<String, String> environment;
  private @Nullable Terminal terminal;

  /** The options of a command of this process. */
  public CommonOptions() {
    this(System.getenv());
  }

  CommonOptions(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /**
   * The settings that the command runs with.
   *
   * @throws dev.barid.core.text.InvalidInputException if one of them is unknown or not acceptable
   * @throws CommandFailure if the file can't be read
   */
  public Settings settings() {
    return settings(Map.of());
  }

  /**
   * The same with options of the command's own on top.
   *
   * @param options keys of {@link Keys} to text
   */
  public Settings settings(Map<String, String> options) {
    Map<String, String> entries = new HashMap<>();
    if (config != null) {
      entries.putAll(ConfigFile.read(config));
    }
    entries.putAll(Settings.entriesFrom(environment));
    if (bootstrapServers != null) {
      entries.put(Keys.BOOTSTRAP_SERVERS.key(), bootstrapServers);
    }
    if (topicPrefix != null) {
      entries.put(Keys.TOPIC_PREFIX.key(), topicPrefix);
    }
    entries.putAll(options);
    return Settings.of(entries);
  }

  /** Kafka clients for the settings. */
  public KafkaClients kafka() {
    return new KafkaClients(settings());
  }

  /** How rows are to be printed; {@link #rows} does it. */
  public OutputForm output() {
    return output;
  }

  /** Whether a failure is to be shown whole. */
  public boolean verbose() {
    return verbose;
  }

  /** Where to write rows of these columns; close it after the last one. */
  public <R> Rows<R> rows(List<Column<R>> columns) {
    return switch (output) {
      case TABLE -> new TableRows<>(out(), terminal(), columns);
      case JSON -> new JsonRows<>(out(), columns);
    };
  }

  /** A progress bar on stderr, if that is a terminal. */
  public Progress progress(String what, long total) {
    return new Progress(err(), terminal(), what, total);
  }

  /** Stdout, in UTF-8; flushed when the command ends. */
  public PrintWriter out() {
    return mixee().commandLine().getOut();
  }

  /** Stderr. */
  public PrintWriter err() {
    return mixee().commandLine().getErr();
  }

  /** What stdout and stderr are connected to. */
  public Terminal terminal() {
    Terminal found = terminal;
    if (found == null) {
      found = Terminal.detect(environment);
      terminal = found;
    }
    return found;
  }

  private CommandSpec mixee() {
    return Optional.ofNullable(command)
        .orElseThrow(() -> new IllegalStateException("not mixed into a command"));
  }

  /** The common options of a command, if it has them. */
  static Optional<CommonOptions> of(CommandSpec spec) {
    return spec.mixins().values().stream()
        .map(CommandSpec::userObject)
        .filter(CommonOptions.class::isInstance)
        .map(CommonOptions.class::cast)
        .findFirst();
  }
}
