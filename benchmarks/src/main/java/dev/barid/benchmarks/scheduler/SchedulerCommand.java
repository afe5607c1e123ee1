package dev.barid.benchmarks.scheduler;

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

/** {@code scheduler}. */
@Command(
    name = "scheduler",
    description =
        "The retry-scheduler alone, a process of its own whose heap is 512 MiB: how late it emits"
            + " what is due, how fast it takes in, and what becomes of it when it is killed.")
public final class SchedulerCommand implements Callable<Integer> {

  private static final List<Column<Finding>> COLUMNS =
      List.of(
          Column.whole("scene", Finding::scene),
          Column.whole("figure", Finding::figure),
          Column.number("value", finding -> plain(finding.value())),
          Column.whole("unit", Finding::unit),
          Column.whole("target", finding -> finding.target().map(Target::toString)),
          Column.whole("met", Finding::met));

  @Option(
      names = "--scene",
      split = ",",
      description = "Of: ${COMPLETION-CANDIDATES}. Default: all of them, in this order.")
  private List<SceneName> scenes = List.of(SceneName.values());

  @Mixin private ScaleOptions options = new ScaleOptions();

  @Mixin private Report report = new Report();

  @Override
  public Integer call() {
    report.begin();
    try (Scratch scratch = Scratch.make();
        Broker broker = Broker.start(scratch.directory(), options.partitions());
        Jmx brokerMeters = Jmx.of(broker.process().pid());
        Rows<Finding> rows = report.rows(COLUMNS)) {
      for (SceneName scene : scenes) {
        String name = scene.name().toLowerCase(Locale.ROOT);
        report.say(name);
        Topics topics = new Topics(name + ".");
        broker.create(topics);
        Stage stage =
            new Stage(scratch.directory(), broker, brokerMeters, topics, options.scale(), report);
        scene.scene().play(stage, new Findings(name, rows::add));
        rows.flush();
        broker.delete(topics);
      }
    }
    return 0;
  }

  private static Number plain(double value) {
    return value % 1 == 0 ? (Number) (long) value : (Number) value;
  }
}
