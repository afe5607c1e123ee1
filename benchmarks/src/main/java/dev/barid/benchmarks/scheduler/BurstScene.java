package dev.barid.benchmarks.scheduler;

import dev.barid.benchmarks.report.Figure;

/** Very many deliveries fall due within the same second while many more are held. */
final class BurstScene implements Scene {

  private static final double MOST_SECONDS = 5;
  private static final long LEAD_MS = 5_000;
  private static final int LEAST_INTAKE_PER_SECOND = 5_000;
  private static final int WARM_UP_PER_SECOND = 500;

  @Override
  public void play(Stage stage, Findings findings) {
    Scale scale = stage.scale();
    int burst = scale.burst();
    int warmUp = Scale.count(scale.warmUp(), WARM_UP_PER_SECOND);
    int held = Math.max(scale.pending(), warmUp + burst);
    try (SchedulerProcess scheduler = SchedulerProcess.start(stage, 1);
        Redeliveries redeliveries = Redeliveries.read(stage.broker(), stage.topics());
        Punctuations punctuations = new Punctuations(scheduler)) {
      Filling.fill(stage, scheduler, held - warmUp - burst, findings);
      long startMs =
          System.currentTimeMillis()
              + LEAD_MS
              + (warmUp + burst) * 1_000L / LEAST_INTAKE_PER_SECOND;
      // A second of silence after the warm-up.
      long burstMs = startMs + scale.warmUp().toMillis() + 1_000;
      PendingLoad load = new PendingLoad(stage);
      load.waiting(Wave.steady(Mark.Kind.WARM_UP, 0, warmUp, startMs, WARM_UP_PER_SECOND));
      load.waiting(Wave.steady(Mark.Kind.DUE, 0, burst, burstMs, burst));
      stage.awaitIntake(scheduler);
      Filling.held("begin", held, scheduler, findings);
      DueScene.await(scheduler, redeliveries, Mark.Kind.WARM_UP, warmUp, punctuations);
      Phase phase = Phase.begin("emission", stage, scheduler);
      DueScene.await(scheduler, redeliveries, Mark.Kind.DUE, burst, punctuations);
      phase.end(burst, findings);
      punctuations.lookNow();
      Filling.held("end", held - warmUp - burst, scheduler, findings);
      Ledger ledger = redeliveries.end();
      Checks.once(ledger, Mark.Kind.DUE, burst, findings);
      Ledger due = ledger.of(Mark.Kind.DUE);
      findings.atMost(
          MOST_SECONDS,
          "from the first due until all are emitted",
          Figure.rounded((due.lastMs().orElse(burstMs) - burstMs) / 1e3, 2),
          "s");
      findings.add("longest gap between emissions", due.longestGapMs(), "ms");
      findings.add("longest punctuation", punctuations.longestMs(), "ms");
      findings.exactly(0, "fenced", scheduler.fencings(), "log lines");
    }
  }
}
