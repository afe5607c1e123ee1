package dev.barid.benchmarks.throughput;

import dev.barid.benchmarks.report.Figure;
import dev.barid.cli.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * A program's medians over all rounds, beside the first program's.
 *
 * @param program its name
 * @param perSecond deliveries a second
 * @param cpuMicros processor time for each, in microseconds
 * @param peakRssMib the most memory that it had resident
 * @param ofBaseline its deliveries a second as a share of the baseline's
 * @param cpuOfBaseline its processor time as a multiple of the baseline's
 * @param reuse the share of requests that needed no new connection
 * @param putOff deliveries that went to a delay tier instead
 */
record Summary(
    String program,
    double perSecond,
    double cpuMicros,
    double peakRssMib,
    double ofBaseline,
    double cpuOfBaseline,
    double reuse,
    double putOff) {

  static final List<Column<Summary>> COLUMNS =
      List.of(
          Column.whole("program", Summary::program),
          Column.number("deliveriesPerSecond", row -> Math.round(row.perSecond)),
          Column.number("cpuMicros", row -> Figure.rounded(row.cpuMicros, 1)),
          Column.number("peakRssMib", row -> Math.round(row.peakRssMib)),
          Column.number("ofBaseline", row -> Figure.rounded(row.ofBaseline, 2)),
          Column.number("cpuOfBaseline", row -> Figure.rounded(row.cpuOfBaseline, 2)),
          Column.number("reuse", row -> Figure.rounded(row.reuse, 4)),
          Column.number("putOff", row -> Math.round(row.putOff)));

  /** The programs in the order of their first runs; the first is the baseline. */
  static List<Summary> of(List<Run> runs) {
    Map<String, List<Run>> byProgram = new LinkedHashMap<>();
    runs.forEach(
        run -> byProgram.computeIfAbsent(run.program(), none -> new ArrayList<>()).add(run));
    List<Run> baseline = byProgram.values().iterator().next();
    double rate = median(baseline, run -> run.window().perSecond());
    double cpu = median(baseline, run -> run.window().cpuMicrosPerDelivery());
    List<Summary> summaries = new ArrayList<>();
    byProgram.forEach(
        (program, own) -> {
          double ownRate = median(own, run -> run.window().perSecond());
          double ownCpu = median(own, run -> run.window().cpuMicrosPerDelivery());
          summaries.add(
              new Summary(
                  program,
                  ownRate,
                  ownCpu,
                  median(own, Run::peakRssMib),
                  ownRate / rate,
                  ownCpu / cpu,
                  median(own, Run::reuse),
                  median(own, Run::putOff)));
        });
    return summaries;
  }

  /** Of an even number the lower one of the two in the middle. */
  static double median(List<Run> runs, ToDoubleFunction<Run> figure) {
    double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
    return sorted[(sorted.length - 1) / 2];
  }
}
