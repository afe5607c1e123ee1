package dev.barid.benchmarks.micro;

import dev.barid.benchmarks.report.Figure;
import dev.barid.cli.Column;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * What one operation of a part costs.
 *
 * @param name class and method, such as {@code Signing.oneSecret}
 * @param nanos the mean over all iterations
 * @param error half of the mean's 99.9 % confidence interval; NaN if there are too few iterations
 * @param bytes allocated
 */
record Cost(String name, double nanos, double error, double bytes) {

  static final List<Column<Cost>> COLUMNS =
      List.of(
          Column.whole("name", Cost::name),
          Column.number("nanosPerOperation", row -> Figure.rounded(row.nanos, 1)),
          Column.number("error", row -> row.shownError()),
          Column.number("bytesPerOperation", row -> Math.round(row.bytes)));

  /** What JMH's profiler "gc" calls the bytes. */
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  static Cost of(String name, RunResult result) {
    Result<?> allocated = result.getSecondaryResults().get(ALLOCATED);
    if (allocated == null) {
      throw new IllegalStateException(
          name + " has no " + ALLOCATED + " (expected: what the profiler gc counts)");
    }
    Result<?> time = result.getPrimaryResult();
    return new Cost(name, time.getScore(), time.getScoreError(), allocated.getScore());
  }

  private Optional<Double> shownError() {
    return Double.isNaN(error) ? Optional.empty() : Optional.of(Figure.rounded(error, 1));
  }
}
