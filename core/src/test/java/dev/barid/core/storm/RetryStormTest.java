package dev.barid.core.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.Seeded;
import dev.barid.core.policy.Backoff;
import dev.barid.core.policy.BreakerPolicy;
import dev.barid.core.policy.Jitter;
import dev.barid.core.policy.Policy;
import dev.barid.core.policy.StatusRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * 10 000 deliveries fail within one second, the endpoint is back after 10 minutes. With the
 * standard backoff (1 min doubling to 1 h) the attempt that finds it up is the fifth or a later
 * one.
 */
@DisplayName("After 10 000 deliveries fail in one second")
@Tag("R-B6")
class RetryStormTest {
  private static final int DELIVERIES = 10_000;
  private static final Duration OUTAGE = Duration.ofMinutes(10);
  private static final int BACK = (int) OUTAGE.toSeconds();

  private static Arrivals arrivals(Jitter jitter, Random random) {
    Policy policy =
        new Policy(
            new Backoff(Duration.ofMinutes(1), Duration.ofHours(1), jitter),
            16,
            Duration.ofHours(72),
            Duration.ofSeconds(15),
            5,
            StatusRules.STANDARD,
            BreakerPolicy.STANDARD);
    Arrivals arrivals = new RetryStorm(policy, DELIVERIES, OUTAGE).run(random);
    assertThat(arrivals.total(BACK, arrivals.seconds())).as("delivered").isEqualTo(DELIVERIES);
    return arrivals;
  }

  /** Without jitter the waits are 1 + 2 + 4 + 8 min for each: all are back in second 900. */
  @Test
  void withoutJitterTheyAllComeBackInOneSecond() {
    Seeded.runs(
        3,
        random -> {
          Arrivals arrivals = arrivals(Jitter.NONE, random);

          assertThat(arrivals.in(900)).isEqualTo(DELIVERIES);
          assertThat(arrivals.seconds()).isEqualTo(901);
          assertThat(arrivals.peakToMean(BACK)).isEqualTo(901 - BACK);
        });
  }

  /**
   * The fifth attempt comes after four waits, each uniform over its upper half: after 675 s on
   * average, with a standard deviation of 80 s. So the density's top is about 10 000 / (80 √2π) =
   * 50 a second, and with the spread of a Poisson count the busiest of some 300 seconds has 50 + 3
   * √50 = 71; 90 would be more than 5 √50 above. None comes later than 16 min after the return, so
   * the mean is over 10 a second, and the ratio under 9.
   */
  @Test
  void equalJitterSpreadsThemFlat() {
    Seeded.runs(
        5,
        random -> {
          Arrivals arrivals = arrivals(Jitter.EQUAL, random);

          assertThat(arrivals.peak(BACK, arrivals.seconds())).isBetween(40, 90);
          assertThat(arrivals.seconds()).isLessThanOrEqualTo(BACK + 16 * 60 + 1);
          assertThat(arrivals.peakToMean(BACK)).isBetween(4.0, 9.0);
        });
  }

  /**
   * Each wait is uniform from nothing up, so at the return the deliveries are at many different
   * attempts, and the top is lower than with equal jitter: bounded here by what equal jitter has on
   * average. The tail is longer, up to an hour, which lowers the mean and so raises the ratio.
   */
  @Test
  void fullJitterSpreadsThemFlatterStillButOverALongerTime() {
    Seeded.runs(
        5,
        random -> {
          Arrivals arrivals = arrivals(Jitter.FULL, random);

          assertThat(arrivals.peak(BACK, arrivals.seconds())).isBetween(20, 50);
          assertThat(arrivals.seconds()).isLessThanOrEqualTo(BACK + 3_601);
          assertThat(arrivals.peakToMean(BACK)).isBetween(7.0, 20.0);
        });
  }

  /** The first retries: over half a minute or a whole one, where without jitter it is a second. */
  @Test
  void jitterSpreadsTheFirstRetriesToo() {
    Seeded.runs(
        5,
        random -> {
          assertThat(arrivals(Jitter.NONE, random).peak(1, BACK)).isEqualTo(DELIVERIES);
          assertThat(arrivals(Jitter.EQUAL, random).peak(1, BACK)).isBetween(300, 450);
          assertThat(arrivals(Jitter.FULL, random).peak(1, BACK)).isBetween(150, 350);
        });
  }

  /** Not a test: draws docs/storm.svg, see docs/retries.md. */
  @Test
  @EnabledIfSystemProperty(named = "barid.picture", matches = ".+")
  void isDrawn() throws IOException {
    Map<String, Arrivals> panels = new LinkedHashMap<>();
    panels.put("jitter none", arrivals(Jitter.NONE, new Random(1)));
    panels.put("jitter equal (the default)", arrivals(Jitter.EQUAL, new Random(1)));
    panels.put("jitter full", arrivals(Jitter.FULL, new Random(1)));
    String picture =
        new StormPicture(BACK)
            .of(
                "10 000 deliveries fail in one second; the endpoint is back after 10 minutes",
                "Attempts per second that reach the endpoint, on a logarithmic scale."
                    + " Backoff from 1 min to 1 h, no other protection.",
                panels);
    Files.writeString(Path.of(System.getProperty("barid.picture", "")), picture);
    panels.forEach(
        (name, arrivals) ->
            System.out.printf(
                "%s: busiest second %d, peak to mean %.1f, half after %d s, 99 %% after %d s%n",
                name,
                arrivals.peak(BACK, arrivals.seconds()),
                arrivals.peakToMean(BACK),
                arrivals.secondsUntil(0.5, BACK),
                arrivals.secondsUntil(0.99, BACK)));
  }
}
