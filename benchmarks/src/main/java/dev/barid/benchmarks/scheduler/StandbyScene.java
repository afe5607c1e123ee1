package dev.barid.benchmarks.scheduler;

import dev.barid.benchmarks.report.Figure;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * SIGKILL for one of two schedulers that have standby copies of each other's stores, while
 * deliveries fall due.
 */
final class StandbyScene implements Scene {

  private static final Duration CAUGHT_UP_WITHIN = Duration.ofMinutes(10);
  private static final Duration TAKEN_OVER_WITHIN = Duration.ofMinutes(10);
  private static final long CAUGHT_UP_QUIET_MS = 5_000;

  /** So long after the kill nothing is read any more that was emitted before. */
  private static final long READ_MS = 500;

  @Override
  public void play(Stage stage, Findings findings) {
    int pending = stage.scale().pending();
    try (SchedulerProcess one = SchedulerProcess.begin(stage, "one", 1, 1);
        SchedulerProcess other = SchedulerProcess.begin(stage, "other", 1, 1);
        Redeliveries redeliveries = Redeliveries.read(stage.broker(), stage.topics())) {
      one.awaitReady();
      other.awaitReady();
      Filling.fill(stage, one, pending, findings);
      awaitCopies(one, other, findings);
      Set<Integer> lost =
          new TreeSet<>(
              stage
                  .broker()
                  .assigned(
                      stage.topics().schedulerGroup(),
                      "one",
                      stage.topics().retry(PendingLoad.TIER)));
      findings.add("partitions of the one that is killed", lost.size(), "partitions");
      KillScene.fallDueUntilOneCame(stage, one, redeliveries, 0);
      one.kill();
      long killedMs = System.currentTimeMillis();
      other
          .process()
          .await(
              "deliveries of all partitions",
              TAKEN_OVER_WITHIN,
              () -> redeliveries.count(Mark.Kind.DUE) >= KillScene.DUE);
      Ledger ledger = redeliveries.end();
      Checks.once(ledger, Mark.Kind.DUE, KillScene.DUE, findings);
      Ledger taken =
          ledger.only(
              arrival -> lost.contains(arrival.partition()) && arrival.atMs() > killedMs + READ_MS);
      String since = "from the kill until ";
      add(since + "the first due one of its partitions", taken.firstFromMs(0), killedMs, findings);
      add(since + "all of them", taken.lastMs(), killedMs, findings);
      findings.exactly(0, "fenced", other.fencings(), "log lines");
    }
  }

  private static void add(String figure, OptionalLong atMs, long fromMs, Findings findings) {
    atMs.ifPresent(at -> findings.add(figure, Figure.rounded((at - fromMs) / 1e3, 2), "s"));
  }

  /** Standbys read changelogs with the restore consumers. */
  private static void awaitCopies(SchedulerProcess one, SchedulerProcess other, Findings findings) {
    try (Restored first = new Restored(one);
        Restored second = new Restored(other)) {
      one.process()
          .await(
              "the standbys",
              CAUGHT_UP_WITHIN,
              () -> {
                first.look();
                second.look();
                return first.quietMs() > CAUGHT_UP_QUIET_MS
                    && second.quietMs() > CAUGHT_UP_QUIET_MS;
              });
      findings.add("copied to standbys", first.records() + second.records(), "records");
    }
  }
}
