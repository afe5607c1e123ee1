package dev.barid.benchmarks.open;

import dev.barid.benchmarks.report.Figure;
import dev.barid.benchmarks.report.Report;
import dev.barid.benchmarks.stage.Broker;
import dev.barid.benchmarks.stage.Scratch;
import dev.barid.cli.Column;
import dev.barid.cli.Rows;
import dev.barid.core.topic.Topics;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What healthy subscribers feel while others are in trouble. */
@Command(
    name = "isolation",
    description =
        "What healthy subscribers feel while others hang, fail or flood: pairs of runs, without and"
            + " with the trouble, of the same load.")
public final class IsolationCommand implements Callable<Integer> {

  /** One run, as a row. */
  private record Row(int pair, String trouble, Trial.Result result) {}

  private static final List<Column<Row>> COLUMNS =
      List.of(
          Column.number("pair", Row::pair),
          Column.whole("trouble", Row::trouble),
          Column.number("expected", row -> row.result().expected()),
          Column.number("share", row -> Figure.rounded(row.result().share(), 5)),
          Column.number("repeats", row -> row.result().figures().repeats()),
          Column.number("p50Ms", row -> Figure.millis(row.result().figures().p50())),
          Column.number("p99Ms", row -> Figure.millis(row.result().figures().p99())),
          Column.number("p999Ms", row -> Figure.millis(row.result().figures().p999())),
          Column.number("maxMs", row -> Figure.millis(row.result().figures().max())),
          Column.number("lagMs", row -> row.result().longestLag().toMillis()),
          Column.number("rssFromMib", row -> row.result().rssAtStartMib()),
          Column.number("rssToMib", row -> row.result().rssAtEndMib()),
          Column.number("cpuMicros", row -> Figure.rounded(row.result().cpuMicros(), 0)));

  @Option(
      names = "--trouble",
      description = "One of: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Crowd.Trouble trouble = Crowd.Trouble.HOLES;

  @Option(names = "--pairs", description = "Pairs of runs. Default: ${DEFAULT-VALUE}.")
  private int pairs = 5;

  @Option(names = "--rate", description = "Events a second. Default: ${DEFAULT-VALUE}.")
  private int rate = 2_000;

  @Option(names = "--seconds", description = "That are measured. Default: ${DEFAULT-VALUE}.")
  private int seconds = 240;

  @Mixin private TrialOptions options = new TrialOptions();

  @Mixin private Report report = new Report();

  @Override
  public Integer call() {
    report.begin();
    try (Scratch scratch = Scratch.make();
        Broker broker = Broker.start(scratch.directory(), options.partitions());
        Receiver receiver = Receiver.start(scratch.directory());
        Rows<Row> rows = report.rows(COLUMNS)) {
      for (int pair = 1; pair <= pairs; pair++) {
        for (boolean troubled : new boolean[] {false, true}) {
          Trial trial =
              options.trial(new Crowd(options.subscribers(), trouble, troubled), rate, seconds);
          String name = troubled ? trouble.name().toLowerCase(Locale.ROOT) : "none";
          Topics topics = new Topics("p" + pair + name + ".");
          rows.add(new Row(pair, name, trial.run(scratch.directory(), broker, receiver, topics)));
          rows.flush();
        }
      }
    }
    return 0;
  }
}
