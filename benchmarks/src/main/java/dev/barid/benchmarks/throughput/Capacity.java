package dev.barid.benchmarks.throughput;

import dev.barid.benchmarks.program.Program;
import dev.barid.benchmarks.report.Report;
import dev.barid.benchmarks.stage.Backlog;
import java.util.List;

/** What Barid manages on this machine, with its log of attempts off. */
public final class Capacity {

  private static final int EVENTS = 300_000;

  private Capacity() {}

  /** Deliveries per second, from a backlog worked off once. */
  public static int measure(Report report, int subscribers) {
    List<Run> runs =
        new Race(
                new Backlog(EVENTS, subscribers, RaceOptions.BYTES),
                RaceOptions.PARTITIONS,
                1,
                List.of(Program.barid("off")),
                List.of())
            .run(report);
    return (int) Math.round(runs.get(0).window().perSecond());
  }
}
