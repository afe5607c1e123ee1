package dev.barid.faults;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What to run, from system properties.
 *
 * @param seeds {@code barid.faults.seeds}: some of them, as {@code 1,5,7}, or a count, as {@code 3}
 *     for the first three; a single one needs a comma, as {@code 7,}. One by default.
 * @param length {@code barid.faults.seconds}: how long faults and traffic last, for each seed; 180
 *     by default
 */
record SuiteSettings(List<Long> seeds, Duration length) {

  private static final String SEEDS = "barid.faults.seeds";
  private static final String SECONDS = "barid.faults.seconds";

  static SuiteSettings ofSystemProperties() {
    String seeds = System.getProperty(SEEDS, "1");
    String seconds = System.getProperty(SECONDS, "180");
    return new SuiteSettings(seeds(seeds), Duration.ofSeconds(Long.parseLong(seconds)));
  }

  private static List<Long> seeds(String text) {
    try {
      return text.contains(",")
          ? Stream.of(text.split(",")).map(String::strip).map(Long::parseLong).toList()
          : LongStream.rangeClosed(1, Long.parseLong(text)).boxed().toList();
    } catch (NumberFormatException noNumber) {
      throw new IllegalArgumentException(
          SEEDS + " \"" + text + "\" (expected: 1,5,7, or a count)", noNumber);
    }
  }

  /** How to run one of the seeds again. */
  String again(long seed) {
    return "mvn -Pfaults verify -Dit.test=FaultSuiteIT -D%s=%d, -D%s=%d"
        .formatted(SEEDS, seed, SECONDS, length.toSeconds());
  }
}
