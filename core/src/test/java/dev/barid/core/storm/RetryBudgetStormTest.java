package dev.barid.core.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.Seeded;
import dev.barid.core.budget.BudgetLimits;
import dev.barid.core.policy.Policy;
import dev.barid.core.storm.FlappingEndpoints.Traffic;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * 1 000 endpoints of one worker, each up for half a minute and down for half a minute on average,
 * with 500 events a second among them, and a policy that tries again within seconds.
 */
@DisplayName("While 1 000 endpoints flap")
@Tag("R-B7")
class RetryBudgetStormTest {
  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final Duration TIME = Duration.ofMinutes(3);
  private static final int SECONDS = (int) TIME.toSeconds();
  private static final FlappingEndpoints FLAPPING =
      new FlappingEndpoints(
          1_000, 500, Policy.AGGRESSIVE, Duration.ofSeconds(30), Duration.ofSeconds(30));

  /** Any ten seconds may differ from the budget's own ten by a slice: 1 % is ample. */
  @Test
  void retriesStayWithinTheBudget() {
    Seeded.runs(
        2,
        random -> {
          for (double share : new double[] {0.1, 0.2}) {
            Traffic traffic =
                FLAPPING.run(
                    new BudgetLimits(share, WINDOW, 10), TIME, new Random(random.nextLong()));

            assertThat(traffic.retryShare(0, SECONDS)).isBetween(0.97 * share, share + 0.001);
            assertThat(traffic.largestRetryShare(0, SECONDS)).isLessThan(share + 0.01);
            assertThat(traffic.firsts().total(0, SECONDS)).isEqualTo(500 * SECONDS);
          }
        });
  }

  @Test
  void retriesWouldBeMostOfTheTrafficWithoutIt() {
    Seeded.runs(
        1,
        random -> {
          Traffic traffic = FLAPPING.run(new BudgetLimits(1, WINDOW, 0), TIME, random);

          assertThat(traffic.retryShare(0, SECONDS)).isGreaterThan(0.6);
        });
  }

  /** 20 events a second: a fifth would be 5 retries a second, and the floor makes it 10. */
  @Test
  void aQuietWorkerRetriesAtTheFloor() {
    Seeded.runs(
        2,
        random -> {
          FlappingEndpoints quiet =
              new FlappingEndpoints(
                  1_000, 20, Policy.AGGRESSIVE, Duration.ofSeconds(30), Duration.ofSeconds(30));

          Traffic traffic = quiet.run(BudgetLimits.STANDARD, TIME, random);

          assertThat(traffic.retries().total(60, SECONDS) / (SECONDS - 60.0)).isBetween(8.0, 11.5);
        });
  }
}
