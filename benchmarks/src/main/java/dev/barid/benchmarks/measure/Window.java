package dev.barid.benchmarks.measure;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The steady part of a run that works off a backlog: from when half of it is done, so that the JVM
 * has warmed up, until 95 % are, so that the end, when less and less is under way, is left out.
 *
 * @param deliveries made in it
 * @param time that it took
 * @param cpu that the program used in it
 */
public record Window(long deliveries, Duration time, Duration cpu) {

  private static final double FROM = 0.50;

  /** Where it ends: the share of the backlog that is done. */
  public static final double TO = 0.95;

  /**
   * A look at a run.
   *
   * @param nanos when, by a monotonic clock
   * @param deliveries made so far
   * @param cpu used so far
   */
  public record Sample(long nanos, long deliveries, Duration cpu) {}

  /** Empty if the samples don't reach so far. */
  public static Optional<Window> of(List<Sample> samples, long backlog) {
    Optional<Sample> first = firstAt(samples, (long) (backlog * FROM));
    Optional<Sample> last = firstAt(samples, (long) (backlog * TO));
    if (first.isEmpty() || last.isEmpty() || last.get().deliveries() == first.get().deliveries()) {
      return Optional.empty();
    }
    return Optional.of(
        new Window(
            last.get().deliveries() - first.get().deliveries(),
            Duration.ofNanos(last.get().nanos() - first.get().nanos()),
            last.get().cpu().minus(first.get().cpu())));
  }

  private static Optional<Sample> firstAt(List<Sample> samples, long deliveries) {
    return samples.stream().filter(sample -> sample.deliveries() >= deliveries).findFirst();
  }

  public double perSecond() {
    return deliveries * 1e9 / time.toNanos();
  }

  public double cpuMicrosPerDelivery() {
    return cpu.toNanos() / 1e3 / deliveries;
  }
}
