package dev.barid.benchmarks.open;

import java.time.Duration;
import picocli.CommandLine.Option;

/** What the benchmarks under an open-loop load send, and for how long before they measure. */
final class TrialOptions {

  @Option(names = "--warm-up", description = "Seconds before them. Default: ${DEFAULT-VALUE}.")
  private int warmUp = 20;

  @Option(names = "--subscribers", description = "Their number. Default: ${DEFAULT-VALUE}.")
  private int subscribers = 1_000;

  @Option(names = "--bytes", description = "The body's size. Default: ${DEFAULT-VALUE}.")
  private int bytes = 1_024;

  @Option(names = "--partitions", description = "Of each topic. Default: ${DEFAULT-VALUE}.")
  private int partitions = 8;

  int subscribers() {
    return subscribers;
  }

  int partitions() {
    return partitions;
  }

  /** One run with these, of which so many seconds are measured. */
  Trial trial(Crowd crowd, int perSecond, int seconds) {
    return new Trial(
        crowd, perSecond, bytes, Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds));
  }
}
