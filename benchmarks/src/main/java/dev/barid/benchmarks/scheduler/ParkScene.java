package dev.barid.benchmarks.scheduler;

import dev.barid.benchmarks.report.Figure;
import dev.barid.core.health.Breaker;
import dev.barid.core.health.EndpointHealth;
import dev.barid.core.health.Pause;
import dev.barid.core.health.PauseReason;
import java.time.Instant;
import java.util.Optional;

/**
 * Very many deliveries are parked for one endpoint, and released at its pace while those of others
 * fall due.
 */
final class ParkScene implements Scene {

  /** The others' part of the rate. */
  private static final int PART = 4;

  private static final long LEAD_MS = 5_000;
  private static final int LEAST_INTAKE_PER_SECOND = 5_000;

  @Override
  public void play(Stage stage, Findings findings) {
    Scale scale = stage.scale();
    int rate = Math.max(1, scale.rate() / PART);
    int warmUp = Scale.count(scale.warmUp(), rate);
    int due = Scale.count(scale.window(), rate);
    PendingLoad load = new PendingLoad(stage);
    EndpointHealth paused = health(1, Optional.of(pause()), scale.releaseRate());
    load.health(paused);
    try (SchedulerProcess scheduler = SchedulerProcess.start(stage, 1);
        Redeliveries redeliveries = Redeliveries.read(stage.broker(), stage.topics());
        Punctuations punctuations = new Punctuations(scheduler)) {
      Phase parking = Phase.begin("parking", stage, scheduler);
      load.parked(scale.parked(), paused);
      stage.awaitIntake(scheduler);
      parking.end(scale.parked(), findings);
      long startMs =
          System.currentTimeMillis() + LEAD_MS + (warmUp + due) * 1_000L / LEAST_INTAKE_PER_SECOND;
      DueScene.steady(stage, startMs, rate, warmUp, due);
      stage.awaitIntake(scheduler);
      Filling.held("begin", scale.parked() + warmUp + due, scheduler, findings);
      DueScene.await(scheduler, redeliveries, Mark.Kind.WARM_UP, warmUp, punctuations);
      Phase release = Phase.begin("release", stage, scheduler);
      load.health(health(2, Optional.empty(), scale.releaseRate()));
      DueScene.await(scheduler, redeliveries, Mark.Kind.DUE, due, punctuations);
      DueScene.await(scheduler, redeliveries, Mark.Kind.PARKED, scale.parked(), punctuations);
      release.end(scale.parked() + due, findings);
      Filling.held("end", 0, scheduler, findings);
      Ledger ledger = redeliveries.end();
      Checks.once(ledger, Mark.Kind.DUE, due, findings);
      Checks.once(ledger, Mark.Kind.PARKED, scale.parked(), findings);
      Checks.lateness(ledger.of(Mark.Kind.DUE), findings);
      released(ledger.of(Mark.Kind.PARKED), scale, findings);
      findings.add("longest punctuation", punctuations.longestMs(), "ms");
      findings.exactly(0, "fenced", scheduler.fencings(), "log lines");
    }
  }

  private static void released(Ledger parked, Scale scale, Findings findings) {
    long firstMs = parked.firstFromMs(0).orElse(0);
    long tookMs = Math.max(1, parked.lastMs().orElse(firstMs) - firstMs);
    findings.add("released", Figure.rounded(scale.parked() * 1e3 / tookMs, 0), "records/s");
    findings.add("the endpoint's pace", scale.releaseRate(), "records/s");
  }

  private static EndpointHealth health(long version, Optional<Pause> pause, int releaseRate) {
    return new EndpointHealth(version, Breaker.HEALTHY, 0, pause, 0, releaseRate);
  }

  private static Pause pause() {
    return new Pause(Instant.now(), PauseReason.OPERATOR);
  }
}
