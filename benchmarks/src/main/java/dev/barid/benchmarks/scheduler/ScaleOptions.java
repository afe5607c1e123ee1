package dev.barid.benchmarks.scheduler;

import java.time.Duration;
import picocli.CommandLine.Option;

/** How large the scenes are. */
final class ScaleOptions {

  @Option(
      names = "--pending",
      description = "Deliveries held, most due much later. Default: ${DEFAULT-VALUE}.")
  private int pending = 1_000_000;

  @Option(
      names = "--burst",
      description = "Deliveries due in the same second. Default: ${DEFAULT-VALUE}.")
  private int burst = 50_000;

  @Option(names = "--rate", description = "Deliveries due a second. Default: ${DEFAULT-VALUE}.")
  private int rate = 2_000;

  @Option(names = "--warm-up", description = "Seconds before them. Default: ${DEFAULT-VALUE}.")
  private int warmUp = 10;

  @Option(names = "--seconds", description = "That are measured. Default: ${DEFAULT-VALUE}.")
  private int seconds = 60;

  @Option(
      names = "--parked",
      description = "Deliveries parked for one endpoint. Default: ${DEFAULT-VALUE}.")
  private int parked = 500_000;

  @Option(
      names = "--release-rate",
      description = "That endpoint's pace, deliveries a second. Default: ${DEFAULT-VALUE}.")
  private int releaseRate = 5_000;

  @Option(names = "--partitions", description = "Of each topic. Default: ${DEFAULT-VALUE}.")
  private int partitions = 8;

  int partitions() {
    return partitions;
  }

  Scale scale() {
    return new Scale(
        pending,
        burst,
        rate,
        Duration.ofSeconds(warmUp),
        Duration.ofSeconds(seconds),
        parked,
        releaseRate);
  }
}
