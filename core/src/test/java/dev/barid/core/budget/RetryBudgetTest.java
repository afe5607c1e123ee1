package dev.barid.core.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.barid.core.Seeded;
import dev.barid.core.budget.RetryBudget.Share;
import dev.barid.core.text.InvalidInputException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A worker's retry budget")
@Tag("R-B7")
class RetryBudgetTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long START = -5 * SECOND - 7;

  private static RetryBudget budget(double share, int floor) {
    return new RetryBudget(new BudgetLimits(share, Duration.ofSeconds(10), floor), START);
  }

  private static void countFirsts(RetryBudget budget, Share share, int count, long now) {
    for (int i = 0; i < count; i++) {
      budget.countFirst(share, now);
    }
  }

  private static int granted(RetryBudget budget, Share share, int asked, long now) {
    int granted = 0;
    for (int i = 0; i < asked; i++) {
      granted += budget.requestRetry(share, now) instanceof Permit.Granted ? 1 : 0;
    }
    return granted;
  }

  @ParameterizedTest
  @CsvSource({
    "0.2, 0, 0, 0",
    "0.2, 0, 3, 0",
    "0.2, 0, 4, 1",
    "0.2, 0, 80, 20",
    "0.2, 0, 1000, 250",
    "0.1, 0, 8, 0",
    "0.1, 0, 9, 1",
    "0.1, 0, 90, 10",
    "0.5, 0, 100, 100",
    "0.2, 10, 0, 10",
    "0.2, 10, 20, 10",
    "0.2, 10, 80, 20",
    "0.0, 0, 1000, 0",
    "0.0, 10, 1000, 10",
    "1.0, 0, 0, 5000",
  })
  void grantsTheShareOrTheFloorWhicheverIsMore(double share, int floor, int firsts, int expected) {
    RetryBudget budget = budget(share, floor);
    countFirsts(budget, budget.newShare(START), firsts, START);

    assertThat(granted(budget, budget.newShare(START), 5_000, START)).isEqualTo(expected);
  }

  @Test
  void grantsTheFloorAnewEachSecond() {
    RetryBudget budget = budget(0.2, 10);
    Share endpoint = budget.newShare(START);

    int granted = 0;
    for (int ms = 0; ms < 10_000; ms += 10) {
      granted += granted(budget, endpoint, 5, START + ms * 1_000_000L);
    }

    assertThat(granted).isBetween(100, 111);
  }

  @Test
  void forgetsWhatIsOlderThanItsWindow() {
    RetryBudget budget = budget(0.2, 0);
    Share endpoint = budget.newShare(START);
    countFirsts(budget, endpoint, 80, START);
    assertThat(granted(budget, endpoint, 99, START)).isEqualTo(20);

    long later = START + 11 * SECOND;

    assertThat(budget.retryShare(later)).isZero();
    assertThat(granted(budget, endpoint, 99, later)).isZero();
    assertThat(endpoint.isRested(later)).isTrue();
    assertThat(endpoint.isRested(START)).as("a clock that goes back changes nothing").isTrue();
  }

  @Test
  void neverLetsAnEndpointWaitForOthersWhoFailMore() {
    RetryBudget budget = budget(0.2, 0);
    Share failing = budget.newShare(START);
    Share fine = budget.newShare(START);
    countFirsts(budget, failing, 800, START);
    countFirsts(budget, fine, 40, START);
    granted(budget, failing, 9_999, START);
    assertThat(budget.remaining(START)).isZero();

    assertThat(granted(budget, fine, 99, START)).isEqualTo(10);
    assertThat(granted(budget, failing, 99, START)).isZero();
  }

  @Test
  void tellsEachOneThatWaitsAnotherTimeAtThePaceOfWhatFits() {
    RetryBudget budget = budget(0.2, 10);
    Share endpoint = budget.newShare(START);
    countFirsts(budget, endpoint, 800, START);
    granted(budget, endpoint, 200, START);

    long last = START;
    for (int i = 0; i < 100; i++) {
      Permit.Later later = (Permit.Later) budget.requestRetry(endpoint, START);
      assertThat(later.untilNanos() - last).isEqualTo(SECOND / 20);
      last = later.untilNanos();
    }
  }

  @Test
  void neverLetsOneWaitLongerThanAnHourBeforeItAsksAgain() {
    RetryBudget budget = budget(0, 0);
    Share endpoint = budget.newShare(START);
    Permit last = new Permit.Granted();
    for (int i = 0; i < 1_000; i++) {
      last = budget.requestRetry(endpoint, START);
    }
    assertThat(last).isEqualTo(new Permit.Later(START + 3600 * SECOND));
  }

  @Test
  void saysWhatIsLeft() {
    RetryBudget budget = budget(0.2, 3);
    Share endpoint = budget.newShare(START);

    assertThat(budget.remaining(START)).isEqualTo(3);
    countFirsts(budget, endpoint, 80, START);
    assertThat(budget.remaining(START)).isEqualTo(20);
    assertThat(granted(budget, endpoint, 15, START)).isEqualTo(15);
    assertThat(budget.remaining(START)).isEqualTo(5);
    assertThat(budget.retryShare(START)).isEqualTo(15.0 / 95, within(1e-9));
  }

  @Test
  @Tag("R-X3")
  void isRefusedOutOfItsBounds() {
    assertThatThrownBy(() -> budget(1.5, 0))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("retryBudget.share \"1.5\" (expected: 0 to 1)");
    assertThatThrownBy(() -> budget(Double.NaN, 0)).isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> budget(0.2, -1)).isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> new BudgetLimits(0.2, Duration.ZERO, 0))
        .hasMessage("retryBudget.window \"0s\" (expected: from 1s to 1h)");
  }

  @Test
  void decidesAsIfItLookedAtEveryAttemptOfTheWindow() {
    Seeded.runs(
        12,
        random -> {
          Model model = new Model(random.nextInt(6) / 10.0, random.nextInt(4));
          long now = START;
          for (int i = 0; i < 2_000; i++) {
            now += random.nextInt(random.nextInt(200) == 0 ? 2_000_000_000 : 20_000_000);
            if (random.nextInt(3) > 0) {
              model.first(random.nextInt(5), now);
            } else {
              model.retry(random.nextInt(5), now);
            }
          }
        });
  }

  /** A budget and beside it a plain list of what was sent. */
  private static final class Model {
    private record Sent(long at, int endpoint, boolean retry) {}

    private final double share;
    private final int floor;
    private final RetryBudget budget;
    private final List<Share> endpoints = new ArrayList<>();
    private final List<Sent> sent = new ArrayList<>();
    private final Set<Long> slots = new HashSet<>();

    Model(double share, int floor) {
      this.share = share;
      this.floor = floor;
      this.budget = budget(share, floor);
      for (int i = 0; i < 5; i++) {
        endpoints.add(budget.newShare(START));
      }
    }

    void first(int endpoint, long now) {
      budget.countFirst(endpoints.get(endpoint), now);
      sent.add(new Sent(now, endpoint, false));
    }

    void retry(int endpoint, long now) {
      sent.removeIf(one -> one.at() < now - 11 * SECOND);
      boolean allowed =
          fits(one -> isRecent(one, SECOND, now))
              || fits(one -> one.endpoint() == endpoint && isRecent(one, 5 * SECOND / 2, now))
              || count(one -> one.retry() && isRecent(one, SECOND / 10, now)) < floor;
      Permit permit = budget.requestRetry(endpoints.get(endpoint), now);

      assertThat(permit instanceof Permit.Granted).isEqualTo(allowed);
      if (permit instanceof Permit.Later later) {
        assertThat(later.untilNanos()).isGreaterThan(now);
        assertThat(slots.add(later.untilNanos())).as("a time of its own").isTrue();
      } else {
        sent.add(new Sent(now, endpoint, true));
      }
    }

    /** The worker's window and the last second have 10 slices, an endpoint's window has 4. */
    private static boolean isRecent(Sent one, long sliceNanos, long now) {
      int slices = sliceNanos == 5 * SECOND / 2 ? 4 : 10;
      return Math.floorDiv(one.at(), sliceNanos) > Math.floorDiv(now, sliceNanos) - slices;
    }

    private boolean fits(Predicate<Sent> scope) {
      long retries = 1 + count(scope.and(Sent::retry));
      long all = 1 + count(scope);
      return retries <= share * all + 1e-6;
    }

    private long count(Predicate<Sent> which) {
      return sent.stream().filter(which).count();
    }
  }
}
