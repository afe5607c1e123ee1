package dev.barid.benchmarks.scheduler;

import dev.barid.benchmarks.measure.Usage;
import dev.barid.benchmarks.report.Figure;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * SIGKILL for a scheduler that holds very much, while deliveries fall due: once it comes back to
 * its disk, and once to an empty one.
 */
final class KillScene implements Scene {

  private static final double MOST_SECONDS = 5;
  static final int DUE = 1_000;
  private static final int PER_SECOND = 100;
  private static final long LEAD_MS = 5_000;
  private static final long QUIET_MS = 500;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final Duration BACK_WITHIN = Duration.ofMinutes(10);

  @Override
  public void play(Stage stage, Findings findings) {
    int pending = stage.scale().pending();
    SchedulerProcess first = SchedulerProcess.start(stage, 1);
    try (Redeliveries redeliveries = Redeliveries.read(stage.broker(), stage.topics())) {
      Filling.fill(stage, first, pending, findings);
      Filling.held("begin", pending, first, findings);
      fallDueUntilOneCame(stage, first, redeliveries, 0);
      first.kill();
      SchedulerProcess second =
          comeBack(stage, 2, "same disk", redeliveries, OptionalDouble.of(MOST_SECONDS), findings);
      try {
        await(second, redeliveries, DUE);
        fallDueUntilOneCame(stage, second, redeliveries, DUE);
      } finally {
        second.kill();
      }
      DiskUse.delete(second.data());
      try (SchedulerProcess third =
          comeBack(stage, 3, "empty disk", redeliveries, OptionalDouble.empty(), findings)) {
        await(third, redeliveries, 2 * DUE);
        Checks.once(redeliveries.end(), Mark.Kind.DUE, 2 * DUE, findings);
        Filling.disk("end", pending, third, findings);
        findings.add("end: held, as it says after a restart", third.held(), "records");
      }
    } finally {
      first.close();
    }
  }

  /** Deliveries fall due for ten seconds, and the first of them has come. */
  static void fallDueUntilOneCame(
      Stage stage, SchedulerProcess scheduler, Redeliveries redeliveries, int number) {
    long startMs = System.currentTimeMillis() + LEAD_MS;
    new PendingLoad(stage).waiting(Wave.steady(Mark.Kind.DUE, number, DUE, startMs, PER_SECOND));
    stage.awaitIntake(scheduler);
    await(scheduler, redeliveries, number + 1);
  }

  private static SchedulerProcess comeBack(
      Stage stage,
      int run,
      String disk,
      Redeliveries redeliveries,
      OptionalDouble mostSeconds,
      Findings findings) {
    while (redeliveries.quietMs() < QUIET_MS) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    long before = redeliveries.count(Mark.Kind.DUE);
    long startMs = System.currentTimeMillis();
    SchedulerProcess back = SchedulerProcess.begin(stage, "one", run, 0);
    try (Restored restored = new Restored(back)) {
      back.process()
          .await(
              "the first due one",
              BACK_WITHIN,
              () -> {
                restored.look();
                return redeliveries.count(Mark.Kind.DUE) > before;
              });
      double seconds = Figure.rounded((System.currentTimeMillis() - startMs) / 1e3, 2);
      String figure = disk + ": from the start until the first due one";
      if (mostSeconds.isPresent()) {
        findings.atMost(mostSeconds.getAsDouble(), figure, seconds, "s");
      } else {
        findings.add(figure, seconds, "s");
      }
      back.process()
          .await(
              "all stores restored",
              BACK_WITHIN,
              () -> {
                restored.look();
                return back.isReady();
              });
      findings.add(
          disk + ": from the start until ready",
          Figure.rounded((System.currentTimeMillis() - startMs) / 1e3, 2),
          "s");
      back.process()
          .await(
              "all counted",
              BACK_WITHIN,
              () -> {
                restored.look();
                return restored.quietMs() > 2 * QUIET_MS;
              });
      findings.add(disk + ": restored", restored.records(), "records");
      findings.add(
          disk + ": restored a second",
          Figure.rounded(restored.records() / restored.seconds(), 0),
          "records/s");
      findings.add(disk + ": resident at most", Usage.peakRssMib(back.pid()), "MiB");
    } catch (RuntimeException failed) {
      back.close();
      throw failed;
    }
    return back;
  }

  static void await(SchedulerProcess scheduler, Redeliveries redeliveries, long count) {
    scheduler
        .process()
        .await(
            count + " emitted that are due",
            BACK_WITHIN,
            () -> redeliveries.count(Mark.Kind.DUE) >= count);
  }
}
