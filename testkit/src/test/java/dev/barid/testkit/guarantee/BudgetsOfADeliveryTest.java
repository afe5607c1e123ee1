package dev.barid.testkit.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.testkit.guarantee.Step.Place;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@link AtMostOneDeadLetter} and {@link AttemptsWithinPolicy}. */
class BudgetsOfADeliveryTest {
  private final Scene scene = new Scene().published("1", "order.paid");

  @Test
  @Tag("R-D1")
  void aSecondDeadLetterIsFound() {
    scene.letter("1", "orders", 3).letter("1", "audit", 3);
    assertThat(new AtMostOneDeadLetter().violations(scene.observed())).isEmpty();
    scene.letter("1", "orders", 3);
    assertThat(new AtMostOneDeadLetter().violations(scene.observed()))
        .containsExactly(
            "1 → acme/orders: dead letter number 2, of events-0-2/orders, of at most 1");
  }

  @Test
  @Tag("R-D1")
  void aDeadLetterAfterARedriveIsNone() {
    scene.letter("1", "orders", 3).redriven("1").letter("1", "orders", 3);
    assertThat(new AtMostOneDeadLetter().violations(scene.observed())).isEmpty();
  }

  @Test
  @Tag("R-B4")
  void attemptsUpToThePolicysMaximumAreWithinIt() {
    scene.step(Place.WAITING, "1", 2, 0, 1).step(Place.PARKED, "1", 2, 5, 1);
    scene.arrives("1", "orders", 3, 1, 0.1, 503).logged("1", 3, "dead-lettered");
    scene.letter("1", "orders", 3);
    assertThat(new AttemptsWithinPolicy().violations(scene.observed())).isEmpty();
  }

  @Test
  @Tag("R-B4")
  void oneMoreIsFoundWhereverItShows() {
    scene.step(Place.WAITING, "1", 3, 0, 1).step(Place.PARKED, "1", 3, 0, 1);
    scene.letter("1", "orders", 4).logged("1", 4, "delivered");
    scene.arrives("1", "orders", 4, 1, 0.1, 200);
    assertThat(new AttemptsWithinPolicy().violations(scene.observed()))
        .containsExactly(
            "1 → acme/orders: WAITING after 3 attempts of at most 3",
            "1 → acme/orders: PARKED after 3 attempts of at most 3",
            "1 → acme/orders: attempt 4 of at most 3 dead-lettered",
            "1 → acme/orders: attempt 4 of at most 3 logged",
            "1 → acme/orders: attempt 4 of at most 3 arrived");
  }
}
