package dev.barid.benchmarks.scheduler;

import dev.barid.benchmarks.measure.Usage;
import dev.barid.benchmarks.report.Figure;
import java.time.Duration;

/** One part of a scene, and what it costs the scheduler and the broker. */
final class Phase {

  /** Beside the process: a million held, and no more than this. */
  private static final double MOST_RSS_MIB = 1_024;

  private record Reading(long nanos, Duration cpu, long rssMib, Written written) {
    static Reading now(Stage stage, SchedulerProcess scheduler) {
      return new Reading(
          System.nanoTime(),
          Usage.cpu(scheduler.pid()),
          Usage.rssMib(scheduler.pid()),
          Written.now(stage.brokerMeters(), stage.topics()));
    }
  }

  private final String name;
  private final Stage stage;
  private final SchedulerProcess scheduler;
  private final Reading begin;

  private Phase(String name, Stage stage, SchedulerProcess scheduler) {
    this.name = name;
    this.stage = stage;
    this.scheduler = scheduler;
    this.begin = Reading.now(stage, scheduler);
  }

  /** It begins now. */
  static Phase begin(String name, Stage stage, SchedulerProcess scheduler) {
    stage.report().say(stage.topics().prefix().replace(".", ": ") + name);
    return new Phase(name, stage, scheduler);
  }

  /** It ends now: so many records were taken in, or emitted. */
  void end(long records, Findings findings) {
    Reading end = Reading.now(stage, scheduler);
    Duration cpu = end.cpu().minus(begin.cpu());
    double seconds = (end.nanos() - begin.nanos()) / 1e9;
    findings.add(name + ": seconds", Figure.rounded(seconds, 1), "s");
    findings.add(name + ": CPU", Figure.rounded(cpu.toNanos() / 1e3 / records, 1), "µs/record");
    findings.add(
        name + ": of one core", Figure.rounded(cpu.toNanos() / 1e9 / seconds * 100, 0), "%");
    findings.add(name + ": resident at begin", begin.rssMib(), "MiB");
    findings.add(name + ": resident at end", end.rssMib(), "MiB");
    findings.atMost(
        MOST_RSS_MIB, name + ": resident at most so far", Usage.peakRssMib(scheduler.pid()), "MiB");
    written(end.written().minus(begin.written()), records, findings);
  }

  /** The lower bound is to have it written once where it comes in, and where it goes out. */
  private void written(Written written, long records, Findings findings) {
    each("Kafka writes", written.total(), records, findings);
    each("Kafka writes, lower bound", written.input() + written.output(), records, findings);
    each("Kafka writes, changelogs", written.changelogs(), records, findings);
    each("Kafka writes, offsets and transactions", written.internal(), records, findings);
  }

  private void each(String figure, long bytes, long records, Findings findings) {
    findings.add(name + ": " + figure, Figure.rounded((double) bytes / records, 0), "bytes/record");
  }
}
