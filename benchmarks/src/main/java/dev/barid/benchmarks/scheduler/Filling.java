package dev.barid.benchmarks.scheduler;

import dev.barid.benchmarks.report.Figure;

/** Fills a scheduler with deliveries that are due much later. */
final class Filling {

  private Filling() {}

  /** Writes so many, and returns when it holds them. */
  static void fill(Stage stage, SchedulerProcess scheduler, int count, Findings findings) {
    Phase phase = Phase.begin("filling", stage, scheduler);
    new PendingLoad(stage).waiting(Wave.far(0, count, System.currentTimeMillis()));
    stage.awaitIntake(scheduler);
    phase.end(Math.max(1, count), findings);
  }

  /** How many it holds, which is sure until it is stopped, and what each takes on its disk. */
  static void held(String when, int expected, SchedulerProcess scheduler, Findings findings) {
    findings.exactly(expected, when + ": held", scheduler.held(), "records");
    disk(when, expected, scheduler, findings);
  }

  /** What each that it holds takes on its disk. */
  static void disk(String when, int held, SchedulerProcess scheduler, Findings findings) {
    if (held > 0) {
      double each = (double) DiskUse.bytes(scheduler.data()) / held;
      findings.add(when + ": disk", Figure.rounded(each, 0), "bytes/held record");
    }
  }
}
