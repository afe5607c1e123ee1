package dev.barid.benchmarks.footprint;

import dev.barid.benchmarks.measure.Usage;
import dev.barid.benchmarks.report.Figure;
import dev.barid.benchmarks.report.Report;
import dev.barid.benchmarks.stage.Backlog;
import dev.barid.benchmarks.stage.Broker;
import dev.barid.benchmarks.stage.Child;
import dev.barid.benchmarks.stage.Roles;
import dev.barid.benchmarks.stage.Scratch;
import dev.barid.benchmarks.stage.Sink;
import dev.barid.benchmarks.stage.Subscribers;
import dev.barid.cli.Column;
import dev.barid.cli.Progress;
import dev.barid.cli.Rows;
import dev.barid.core.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code footprint}. */
@Command(
    name = "footprint",
    description =
        "A dispatcher's memory and its time to start, with few endpoints and with many, idle and"
            + " with a backlog that it works off. Its heap is 512 MiB.")
public final class FootprintCommand implements Callable<Integer> {

  /**
   * One dispatcher.
   *
   * @param endpoints in the registry
   * @param lag events in the backlog
   * @param readyMs from the process's start until it says that it is ready
   * @param rssMib resident when it was idle
   * @param peakRssMib the most that was resident at once
   * @param workedOffMs until the backlog was worked off; none without one
   */
  private record Row(
      int endpoints,
      int lag,
      long readyMs,
      long rssMib,
      long peakRssMib,
      OptionalLong workedOffMs) {

    double perSecond() {
      return workedOffMs.isPresent() ? lag * 1_000.0 / workedOffMs.getAsLong() : 0;
    }
  }

  private static final List<Column<Row>> COLUMNS =
      List.of(
          Column.number("endpoints", Row::endpoints),
          Column.number("lag", Row::lag),
          Column.number("readyMs", Row::readyMs),
          Column.number("rssMib", Row::rssMib),
          Column.number("peakRssMib", Row::peakRssMib),
          Column.number("perSecond", row -> Figure.rounded(row.perSecond(), 0)));

  private static final int PARTITIONS = 8;
  private static final int BYTES = 1_024;
  private static final Duration IDLE = Duration.ofSeconds(10);
  private static final Duration WORKED_OFF_WITHIN = Duration.ofMinutes(10);

  @Option(
      names = "--endpoints",
      split = ",",
      description = "In the registry, one for each subscriber. Default: 0,1000,100000.")
  private List<Integer> endpoints = List.of(0, 1_000, 100_000);

  @Option(
      names = "--lag",
      description = "Events in the last one's backlog. Default: ${DEFAULT-VALUE}.")
  private int lag = 1_000_000;

  @Mixin private Report report = new Report();

  @Override
  public Integer call() {
    report.begin();
    try (Scratch scratch = Scratch.make();
        Broker broker = Broker.start(scratch.directory(), PARTITIONS);
        Sink sink = Sink.start(scratch.directory());
        Rows<Row> rows = report.rows(COLUMNS)) {
      for (int count : endpoints) {
        rows.add(measure(scratch, broker, sink, count, 0));
        rows.flush();
      }
      if (lag > 0) {
        rows.add(measure(scratch, broker, sink, endpoints.get(endpoints.size() - 1), lag));
      }
    }
    return 0;
  }

  private Row measure(Scratch scratch, Broker broker, Sink sink, int count, int backlog) {
    Topics topics = new Topics("with" + count + "." + backlog + ".");
    broker.create(topics);
    broker.put(
        topics,
        Subscribers.entries(count, number -> sink.url(Subscribers.path(number)), number -> ""));
    if (backlog > 0) {
      try (Progress progress = report.progress("events", backlog)) {
        new Backlog(backlog, count, BYTES).write(broker, topics, progress::at);
      }
    }
    long before = sink.counts().requests();
    long startNanos = System.nanoTime();
    try (Child dispatcher = Roles.startDispatcher(scratch.directory(), broker, topics)) {
      long readyMs = (System.nanoTime() - startNanos) / 1_000_000;
      if (backlog == 0) {
        idle(dispatcher);
        return new Row(
            count,
            0,
            readyMs,
            Usage.rssMib(dispatcher.pid()),
            Usage.peakRssMib(dispatcher.pid()),
            OptionalLong.empty());
      }
      try (Progress progress = report.progress("delivered", backlog)) {
        dispatcher.await(
            "the backlog worked off",
            WORKED_OFF_WITHIN,
            () -> {
              progress.at(sink.counts().requests() - before);
              return broker.lag(topics) == 0;
            });
      }
      long workedOffMs = (System.nanoTime() - startNanos) / 1_000_000;
      return new Row(
          count,
          backlog,
          readyMs,
          Usage.rssMib(dispatcher.pid()),
          Usage.peakRssMib(dispatcher.pid()),
          OptionalLong.of(workedOffMs));
    } finally {
      broker.delete(topics);
    }
  }

  /** Long enough for what a start leaves to be collected. */
  private static void idle(Child dispatcher) {
    long until = System.nanoTime() + IDLE.toNanos();
    dispatcher.await("idle", IDLE.plus(IDLE), () -> System.nanoTime() - until > 0);
  }
}
