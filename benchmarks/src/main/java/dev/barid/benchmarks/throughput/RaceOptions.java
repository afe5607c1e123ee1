package dev.barid.benchmarks.throughput;

import dev.barid.benchmarks.program.Program;
import dev.barid.benchmarks.report.Report;
import dev.barid.benchmarks.stage.Backlog;
import dev.barid.cli.Rows;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the benchmarks that work a backlog off have in common. */
final class RaceOptions {

  @Option(names = "--events", description = "Events in the backlog. Default: ${DEFAULT-VALUE}.")
  private int events = 300_000;

  @Option(names = "--subscribers", description = "Their number. Default: ${DEFAULT-VALUE}.")
  private int subscribers = 1_000;

  @Option(names = "--rounds", description = "Turns of each program. Default: ${DEFAULT-VALUE}.")
  private int rounds = 3;

  @Option(
      names = "--in-flight",
      description = "Requests in flight of the bare limit. Default: ${DEFAULT-VALUE}.")
  private int inFlight = 256;

  @Option(
      names = "--jvm",
      description = "One more option for the programs' JVMs; {program} becomes the name.")
  private List<String> jvmOptions = new ArrayList<>();

  @Mixin private Report report = new Report();

  static final int BYTES = 1_024;
  static final int PARTITIONS = 8;

  Report report() {
    return report;
  }

  Program bareLimit() {
    return Program.bareLimit(inFlight);
  }

  int events() {
    return events;
  }

  /** Lets them run, and returns what each came to. */
  List<Run> race(int count, int bytes, int partitions, List<Program> programs) {
    return new Race(
            new Backlog(count, subscribers, bytes), partitions, rounds, programs, jvmOptions)
        .run(report);
  }

  /** Prints each program's medians. */
  void print(List<Run> runs) {
    try (Rows<Summary> rows = report.rows(Summary.COLUMNS)) {
      Summary.of(runs).forEach(rows::add);
    }
  }
}
