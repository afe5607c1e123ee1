package dev.barid.benchmarks.scheduler;

import dev.barid.benchmarks.measure.Usage;
import dev.barid.benchmarks.report.Figure;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

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
      SchedulerProcess second = comeBack(stage, 2, true, redeliveries, findings);
      try {
        await(second, redeliveries, DUE);
        fallDueUntilOneCame(stage, second, redeliveries, DUE);
      } finally {
        second.kill();
      }
      DiskUse.delete(second.data());
      try (SchedulerProcess third = comeBack(stage, 3, false, redeliveries, findings)) {
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

  /** Starts a scheduler again, and returns once it is ready and has emitted something. */
  private static SchedulerProcess comeBack(
      Stage stage, int run, boolean same, Redeliveries redeliveries, Findings findings) {
    String disk = same ? "same disk" : "empty disk";
    while (redeliveries.quietMs() < QUIET_MS) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    long before = redeliveries.count(Mark.Kind.DUE);
    long startMs = System.currentTimeMillis();
    SchedulerProcess back = SchedulerProcess.begin(stage, "one", run, 0);
    try (Restored restored = new Restored(back)) {
      // To look costs the process time, so at first only where it is the restoring that takes it.
      Runnable look = same ? () -> {} : restored::look;
      await(back, "the first due one", look, () -> redeliveries.count(Mark.Kind.DUE) > before);
      first(
          disk + ": from the start until the first due one", same, secondsSince(startMs), findings);
      await(back, "ready", look, back::isReady);
      findings.add(disk + ": from the start until ready", secondsSince(startMs), "s");
      await(back, "all counted", restored::look, () -> restored.quietMs() > 2 * QUIET_MS);
      findings.add(disk + ": restored", restored.records(), "records");
      if (!same) {
        double perSecond = restored.records() / restored.seconds();
        findings.add(disk + ": restored a second", Figure.rounded(perSecond, 0), "records/s");
      }
      findings.add(disk + ": resident at most", Usage.peakRssMib(back.pid()), "MiB");
      return back;
    } catch (RuntimeException failed) {
      back.close();
      throw failed;
    }
  }

  private static void first(String figure, boolean same, double seconds, Findings findings) {
    if (same) {
      findings.atMost(MOST_SECONDS, figure, seconds, "s");
    } else {
      findings.add(figure, seconds, "s");
    }
  }

  private static double secondsSince(long startMs) {
    return Figure.rounded((System.currentTimeMillis() - startMs) / 1e3, 2);
  }

  private static void await(
      SchedulerProcess scheduler, String what, Runnable look, BooleanSupplier condition) {
    scheduler
        .process()
        .await(
            what,
            BACK_WITHIN,
            () -> {
              look.run();
              return condition.getAsBoolean();
            });
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
