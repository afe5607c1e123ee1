package dev.barid.benchmarks.micro;

import dev.barid.benchmarks.stage.Child;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs single benchmarks in JVMs of their own.
 *
 * @param forks JVMs, one after the other
 * @param iterations of each to warm up, and again as many to measure
 * @param each how long one is
 */
record Jmh(int forks, int iterations, TimeValue each) {

  /** Figures to compare. */
  static final Jmh THOROUGH = new Jmh(2, 5, TimeValue.seconds(1));

  /** Too short for the JIT compiler: only tells that they run. */
  static final Jmh QUICK = new Jmh(1, 3, TimeValue.milliseconds(100));

  private static final String CLASSES_END = "Benchmark.";

  /** The full names of those that were compiled in, sorted. */
  static List<String> all() {
    OutputFormat silent = OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT);
    return BenchmarkList.defaultList().find(silent, List.of(), List.of()).stream()
        .map(BenchmarkListEntry::getUsername)
        .toList();
  }

  /** {@code Signing.oneSecret} for {@code dev.barid.….SigningBenchmark.oneSecret}. */
  static String shortened(String fullName) {
    String method = fullName.substring(fullName.lastIndexOf('.'));
    String type = fullName.substring(0, fullName.length() - method.length());
    return (type.substring(type.lastIndexOf('.') + 1) + method).replace(CLASSES_END, ".");
  }

  /**
   * Runs one.
   *
   * @param log what JMH says of it goes there
   * @throws IllegalStateException if it fails, with what JMH said
   */
  Cost run(String fullName, Path log) {
    List<String> jvm = new ArrayList<>(Child.JVM_OPTIONS);
    jvm.addAll(List.of("-Xms512m", "-Xmx512m"));
    try {
      return Cost.of(
          shortened(fullName),
          new Runner(
                  new OptionsBuilder()
                      .include("^" + Pattern.quote(fullName) + "$")
                      .mode(Mode.AverageTime)
                      .timeUnit(TimeUnit.NANOSECONDS)
                      .forks(forks)
                      .warmupIterations(iterations)
                      .warmupTime(each)
                      .measurementIterations(iterations)
                      .measurementTime(each)
                      .addProfiler(GCProfiler.class)
                      .jvmArgs(jvm.toArray(String[]::new))
                      .shouldFailOnError(true)
                      .output(log.toString())
                      .build())
              .runSingle());
    } catch (RunnerException failed) {
      throw new IllegalStateException(fullName + " failed:\n" + text(log), failed);
    }
  }

  private static String text(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
