package dev.barid.benchmarks.open;

import dev.barid.benchmarks.report.Figure;
import dev.barid.benchmarks.report.Report;
import dev.barid.benchmarks.stage.Broker;
import dev.barid.benchmarks.stage.Scratch;
import dev.barid.benchmarks.throughput.Capacity;
import dev.barid.cli.Column;
import dev.barid.cli.Rows;
import dev.barid.core.topic.Topics;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code latency}. */
@Command(
    name = "latency",
    description =
        "From when an event is due to be sent to when its request has arrived, at shares of what"
            + " Barid manages. The load doesn't wait for anybody.")
public final class LatencyCommand implements Callable<Integer> {

  /** One run, as a row. */
  private record Row(int percent, int rate, Trial.Result result) {}

  private static final List<Column<Row>> COLUMNS =
      List.of(
          Column.number("percent", Row::percent),
          Column.number("perSecond", Row::rate),
          Column.number("expected", row -> row.result().expected()),
          Column.number("share", row -> Figure.rounded(row.result().share(), 5)),
          Column.number("p50Ms", row -> Figure.millis(row.result().figures().p50())),
          Column.number("p99Ms", row -> Figure.millis(row.result().figures().p99())),
          Column.number("p999Ms", row -> Figure.millis(row.result().figures().p999())),
          Column.number("maxMs", row -> Figure.millis(row.result().figures().max())),
          Column.number("cpuMicros", row -> Figure.rounded(row.result().cpuMicros(), 0)));

  @Option(
      names = "--capacity",
      description = "Events a second that are 100 %. By default it is measured first.")
  private int capacity;

  @Option(
      names = "--percent",
      split = ",",
      description = "Shares of the capacity. Default: 10,50,80.")
  private List<Integer> percents = List.of(10, 50, 80);

  @Option(names = "--seconds", description = "That are measured. Default: ${DEFAULT-VALUE}.")
  private int seconds = 60;

  /** How much more than what came through is offered, to see what comes through then. */
  private static final double BEYOND = 1.2;

  private static final int CAPACITY_SECONDS = 15;

  @Mixin private TrialOptions options = new TrialOptions();

  @Mixin private Report report = new Report();

  @Override
  public Integer call() {
    report.begin();
    int most = capacity > 0 ? capacity : Capacity.measure(report, options.subscribers());
    try (Scratch scratch = Scratch.make();
        Broker broker = Broker.start(scratch.directory(), options.partitions());
        Receiver receiver = Receiver.start(scratch.directory());
        Rows<Row> rows = report.rows(COLUMNS)) {
      int full = capacity > 0 ? most : carried(most, scratch.directory(), broker, receiver);
      for (int percent : percents) {
        int rate = (int) ((long) full * percent / 100);
        Topics topics = new Topics("at" + percent + ".");
        Trial trial = trial(rate, seconds);
        rows.add(new Row(percent, rate, trial.run(scratch.directory(), broker, receiver, topics)));
        rows.flush();
      }
    }
    return 0;
  }

  /**
   * What comes through with this load and this receiver beside it. A backlog and nginx, which use
   * less of the processor, say what can't be more. Offered that much, the load takes so much of it
   * that less comes through than could; so then little more is offered than came through.
   */
  private int carried(int most, Path directory, Broker broker, Receiver receiver) {
    int least =
        trial(most, CAPACITY_SECONDS)
            .run(directory, broker, receiver, new Topics("most."))
            .passedPerSecond();
    return trial((int) Math.min(most, least * BEYOND), CAPACITY_SECONDS)
        .run(directory, broker, receiver, new Topics("capacity."))
        .passedPerSecond();
  }

  private Trial trial(int rate, int window) {
    return options.trial(new Crowd(options.subscribers(), Crowd.Trouble.NONE, false), rate, window);
  }
}
