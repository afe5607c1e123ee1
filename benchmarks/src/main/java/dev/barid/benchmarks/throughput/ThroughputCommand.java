package dev.barid.benchmarks.throughput;

import dev.barid.benchmarks.measure.Machine;
import dev.barid.benchmarks.measure.Usage;
import dev.barid.benchmarks.measure.Window;
import dev.barid.benchmarks.program.Program;
import dev.barid.benchmarks.stage.Backlog;
import dev.barid.benchmarks.stage.Broker;
import dev.barid.benchmarks.stage.Child;
import dev.barid.benchmarks.stage.Scratch;
import dev.barid.benchmarks.stage.Sink;
import dev.barid.benchmarks.stage.Subscribers;
import dev.barid.cli.Column;
import dev.barid.cli.JsonRows;
import dev.barid.cli.OutputForm;
import dev.barid.cli.Progress;
import dev.barid.cli.Rows;
import dev.barid.cli.TableRows;
import dev.barid.cli.Terminal;
import dev.barid.core.topic.Topics;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Works a backlog off, with each program in turns. */
@Command(
    name = "throughput",
    description =
        "Deliveries per second, and processor time for each, beside the bare limit: programs take"
            + " turns at the same backlog, with a local broker and nginx.")
public final class ThroughputCommand implements Callable<Integer> {

  private static final Duration RUN_WITHIN = Duration.ofMinutes(2);

  @Option(names = "--events", description = "Events in the backlog. Default: ${DEFAULT-VALUE}.")
  private int events = 300_000;

  @Option(names = "--subscribers", description = "Their number. Default: ${DEFAULT-VALUE}.")
  private int subscribers = 1_000;

  @Option(names = "--bytes", description = "The body's size. Default: ${DEFAULT-VALUE}.")
  private int bytes = 1_024;

  @Option(names = "--partitions", description = "Of each topic. Default: ${DEFAULT-VALUE}.")
  private int partitions = 8;

  @Option(names = "--rounds", description = "Turns of each program. Default: ${DEFAULT-VALUE}.")
  private int rounds = 3;

  @Option(
      names = "--in-flight",
      description = "Requests in flight of the bare limit. Default: ${DEFAULT-VALUE}.")
  private int inFlight = 256;

  @Option(
      names = "--only",
      description = "Only programs whose name contains this, beside the baseline.")
  private String only = "";

  @Option(
      names = "--jvm",
      description = "One more option for the programs' JVMs; {program} becomes the name.")
  private List<String> jvmOptions = new ArrayList<>();

  @Option(names = "--output", description = "table or json. Default: ${DEFAULT-VALUE}.")
  private OutputForm output = OutputForm.TABLE;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter err = java.util.Objects.requireNonNull(spec).commandLine().getErr();
    PrintWriter out = spec.commandLine().getOut();
    Terminal terminal = Terminal.detect(System.getenv());
    err.println(Machine.describe());
    List<Run> runs = new ArrayList<>();
    try (Scratch scratch = Scratch.make();
        Broker broker = Broker.start(scratch.directory(), partitions);
        Sink sink = Sink.start(scratch.directory())) {
      prepare(broker, sink, err, terminal);
      for (int round = 1; round <= rounds; round++) {
        for (Program program : programs()) {
          Run run = run(program, scratch, broker, sink, err, terminal);
          runs.add(run);
          err.printf(
              "round %d: %-22s %,8.0f/s %6.1f us%n",
              round, run.program(), run.window().perSecond(), run.window().cpuMicrosPerDelivery());
          err.flush();
        }
      }
    }
    try (Rows<Summary> rows = rows(out, terminal, Summary.COLUMNS)) {
      Summary.of(runs).forEach(rows::add);
    }
    return 0;
  }

  private List<Program> programs() {
    List<Program> all = new ArrayList<>();
    all.add(Program.bareLimit(inFlight));
    for (String attempts : List.of("off", "all")) {
      Program barid = Program.barid(attempts);
      if (barid.name().contains(only)) {
        all.add(barid);
      }
    }
    return all;
  }

  private void prepare(Broker broker, Sink sink, PrintWriter err, Terminal terminal) {
    broker.create(Topics.DEFAULT);
    broker.put(
        Topics.DEFAULT,
        Subscribers.entries(
            subscribers, number -> sink.url(Subscribers.path(number)), number -> ""));
    try (Progress progress = new Progress(err, terminal, "events", events)) {
      new Backlog(events, subscribers, bytes).write(broker, progress::at);
    }
  }

  private Run run(
      Program program,
      Scratch scratch,
      Broker broker,
      Sink sink,
      PrintWriter err,
      Terminal terminal) {
    Sink.Counts before = sink.counts();
    long putOffBefore = broker.putOff(Topics.DEFAULT);
    List<String> options =
        jvmOptions.stream().map(option -> option.replace("{program}", program.fileName())).toList();
    try (Child process =
            program.start(scratch.directory(), broker.servers(), sink.url(""), options);
        Progress progress = new Progress(err, terminal, program.name(), events)) {
      List<Window.Sample> samples = new ArrayList<>();
      process.await(
          Math.round(events * Window.TO) + " deliveries",
          RUN_WITHIN,
          () -> {
            long done = sink.counts().requests() - before.requests() - samples.size() - 1;
            samples.add(new Window.Sample(System.nanoTime(), done, Usage.cpu(process.pid())));
            progress.at(done);
            return done >= events * Window.TO;
          });
      Window window =
          Window.of(samples, events)
              .orElseThrow(() -> new IllegalStateException("too short to be measured"));
      Sink.Counts after = sink.counts();
      long requests = after.requests() - before.requests();
      return new Run(
          program.name(),
          window,
          Usage.peakRssMib(process.pid()),
          1 - (after.connections() - before.connections()) / (double) requests,
          broker.putOff(Topics.DEFAULT) - putOffBefore);
    } finally {
      broker.rewind(program.group());
    }
  }

  private <R> Rows<R> rows(PrintWriter out, Terminal terminal, List<Column<R>> columns) {
    return output == OutputForm.JSON
        ? new JsonRows<>(out, columns)
        : new TableRows<>(out, terminal, columns);
  }
}
