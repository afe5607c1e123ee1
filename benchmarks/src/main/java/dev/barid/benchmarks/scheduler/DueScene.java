package dev.barid.benchmarks.scheduler;

import java.time.Duration;

/** Deliveries fall due at a steady rate while many more are held. */
final class DueScene implements Scene {

  private static final Duration EMITTED_WITHIN = Duration.ofMinutes(5);

  /** From when they are written until the first one is due: for them to be taken in. */
  private static final long LEAD_MS = 5_000;

  private static final int LEAST_INTAKE_PER_SECOND = 5_000;

  @Override
  public void play(Stage stage, Findings findings) {
    Scale scale = stage.scale();
    int warmUp = Scale.count(scale.warmUp(), scale.rate());
    int due = Scale.count(scale.window(), scale.rate());
    try (SchedulerProcess scheduler = SchedulerProcess.start(stage, 1);
        Redeliveries redeliveries = Redeliveries.read(stage.broker(), stage.topics());
        Punctuations punctuations = new Punctuations(scheduler)) {
      Filling.fill(stage, scheduler, Math.max(0, scale.pending() - warmUp - due), findings);
      int held = Math.max(scale.pending(), warmUp + due);
      long startMs =
          System.currentTimeMillis() + LEAD_MS + (warmUp + due) * 1_000L / LEAST_INTAKE_PER_SECOND;
      steady(stage, startMs, scale.rate(), warmUp, due);
      stage.awaitIntake(scheduler);
      Filling.held("begin", held, scheduler, findings);
      findings.atLeast(0, "begin: time left until the first is due", startMs - nowMs(), "ms");
      await(scheduler, redeliveries, Mark.Kind.WARM_UP, warmUp, punctuations);
      Phase phase = Phase.begin("emission", stage, scheduler);
      await(scheduler, redeliveries, Mark.Kind.DUE, due, punctuations);
      phase.end(due, findings);
      Filling.held("end", held - warmUp - due, scheduler, findings);
      Ledger ledger = redeliveries.end();
      Checks.once(ledger, Mark.Kind.WARM_UP, warmUp, findings);
      Checks.once(ledger, Mark.Kind.DUE, due, findings);
      Checks.lateness(ledger.of(Mark.Kind.DUE), findings);
      findings.add("longest punctuation", punctuations.longestMs(), "ms");
      findings.exactly(0, "fenced", scheduler.fencings(), "log lines");
    }
  }

  /** Those that warm up are due from then on, and those that count right after them. */
  static void steady(Stage stage, long startMs, int perSecond, int warmUp, int due) {
    PendingLoad load = new PendingLoad(stage);
    load.waiting(Wave.steady(Mark.Kind.WARM_UP, 0, warmUp, startMs, perSecond));
    long thenMs = startMs + warmUp * 1_000L / perSecond;
    load.waiting(Wave.steady(Mark.Kind.DUE, 0, due, thenMs, perSecond));
  }

  /** Waits until so many have come back. */
  static void await(
      SchedulerProcess scheduler,
      Redeliveries redeliveries,
      Mark.Kind kind,
      long count,
      Punctuations punctuations) {
    scheduler
        .process()
        .await(
            count + " emitted that are " + kind,
            EMITTED_WITHIN,
            () -> {
              punctuations.look();
              return redeliveries.count(kind) >= count;
            });
  }

  private static long nowMs() {
    return System.currentTimeMillis();
  }
}
