package dev.barid.benchmarks.scheduler;

import dev.barid.benchmarks.measure.Usage;
import dev.barid.benchmarks.measure.Window;
import dev.barid.benchmarks.report.Figure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A scheduler starts with a backlog to take in: when it holds nothing yet, and again when it holds
 * very much. Both times it is its middle that counts, when the JVM has warmed up.
 */
final class IntakeScene implements Scene {

  private static final double LEAST_PER_SECOND = 15_000;
  private static final double LEAST_RATIO = 0.8;

  /**
   * The part of all that is held which each of the two backlogs is. With a fifth it was the JIT
   * compiler that was measured: it took half of a core all the time.
   */
  private static final int PART = 2;

  @Override
  public void play(Stage stage, Findings findings) {
    int pending = stage.scale().pending();
    int backlog = Math.max(1, pending / PART);
    Window empty;
    write(stage, 0, backlog);
    try (SchedulerProcess scheduler = SchedulerProcess.begin(stage, "one", 1, 0)) {
      empty = takeIn(stage, scheduler, "while empty", backlog, findings);
      scheduler.awaitReady();
      Phase phase = Phase.begin("filling", stage, scheduler);
      write(stage, backlog, pending - backlog);
      stage.awaitIntake(scheduler);
      phase.end(Math.max(1, pending - backlog), findings);
      Filling.held("full", pending, scheduler, findings);
    }
    write(stage, pending, backlog);
    try (SchedulerProcess scheduler = SchedulerProcess.begin(stage, "one", 2, 0)) {
      Window full = takeIn(stage, scheduler, "while full", backlog, findings);
      scheduler.awaitReady();
      Filling.disk("end", pending + backlog, scheduler, findings);
      findings.add("end: held, as it says after a restart", scheduler.held(), "records");
      findings.add("resident at most", Usage.peakRssMib(scheduler.pid()), "MiB");
      findings.exactly(0, "fenced", scheduler.fencings(), "log lines");
      findings.atLeast(
          LEAST_RATIO,
          "while full, of while empty",
          Figure.rounded(full.perSecond() / empty.perSecond(), 2),
          "ratio");
    }
  }

  private static void write(Stage stage, int first, int count) {
    new PendingLoad(stage).waiting(Wave.far(first, count, System.currentTimeMillis()));
  }

  private static Window takeIn(
      Stage stage, SchedulerProcess scheduler, String when, int backlog, Findings findings) {
    long startNanos = System.nanoTime();
    List<Window.Sample> samples = new ArrayList<>();
    stage.awaitIntake(
        scheduler,
        left ->
            samples.add(
                new Window.Sample(System.nanoTime(), backlog - left, Usage.cpu(scheduler.pid()))));
    Duration whole = Duration.ofNanos(System.nanoTime() - startNanos);
    Window window =
        Window.of(samples, backlog)
            .orElseGet(() -> new Window(backlog, whole, Usage.cpu(scheduler.pid())));
    findings.atLeast(
        LEAST_PER_SECOND, when + ": taken in", Figure.rounded(window.perSecond(), 0), "records/s");
    findings.add(when + ": CPU", Figure.rounded(window.cpuMicrosPerDelivery(), 1), "µs/record");
    findings.add(
        when + ": from the start until all is taken in",
        Figure.rounded(whole.toMillis() / 1e3, 1),
        "s");
    return window;
  }
}
