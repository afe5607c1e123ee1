package dev.barid.benchmarks.scheduler;

import dev.barid.benchmarks.report.Report;
import dev.barid.benchmarks.stage.Broker;
import dev.barid.cli.Progress;
import dev.barid.core.topic.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Where one scene takes place.
 *
 * @param directory for logs and the schedulers' data
 * @param broker with the topics
 * @param brokerMeters the broker's
 * @param topics the scene's own
 * @param scale how large it is
 * @param report told how it goes
 */
record Stage(
    Path directory, Broker broker, Jmx brokerMeters, Topics topics, Scale scale, Report report) {

  private static final Duration TAKEN_IN_WITHIN = Duration.ofMinutes(20);
  private static final Duration LOOK = Duration.ofMillis(100);

  /** Waits until the scheduler has committed all that was written for it. */
  void awaitIntake(SchedulerProcess scheduler) {
    awaitIntake(scheduler, left -> {});
  }

  /** The same, told each time that it looks how many records are left. */
  void awaitIntake(SchedulerProcess scheduler, LongConsumer look) {
    long total = left();
    try (Progress progress = report.progress("taken in", total)) {
      scheduler
          .process()
          .await(
              "all that was written taken in",
              TAKEN_IN_WITHIN,
              LOOK,
              () -> {
                long left = left();
                look.accept(left);
                progress.at(total - left);
                return left == 0;
              });
    }
  }

  /** How many records that were written for the scheduler it has not committed. */
  private long left() {
    return broker.lag(
        topics.schedulerGroup(),
        List.of(topics.retry(PendingLoad.TIER), topics.parked(), topics.endpointHealth()));
  }
}
