package dev.barid.testkit.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.testkit.guarantee.Step.Place;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-D1")
class OneRetryChainTest {
  private final Scene scene = new Scene().published("1", "order.paid");

  @Test
  void holdsForADeliveryThatWaitedWasPutOffParkedTwiceAndRetried() {
    step(Place.WAITING, 0, 1).step(Place.COMING_BACK, "1", 0, 1, 2);
    scene.logged("1", 1, "retry");
    step(Place.WAITING, 1, 0).step(Place.COMING_BACK, "1", 1, 0, 2);
    step(Place.PARKED, 1, 0).step(Place.COMING_BACK, "1", 1, 0, 3);
    step(Place.PARKED, 1, 0).step(Place.COMING_BACK, "1", 1, 0, 4);
    scene.logged("1", 2, "delivered");
    assertThat(violations()).isEmpty();
  }

  @Test
  void findsARetryThatWasWrittenTwice() {
    step(Place.WAITING, 1, 0).step(Place.WAITING, "1", 1, 0, 2);
    assertThat(violations())
        .containsExactly(
            "1 → acme/orders after 1 attempts and 0 deferrals: written 2 times to delay tiers");
  }

  @Test
  void findsARetryThatCameBackTwice() {
    step(Place.WAITING, 1, 0).step(Place.COMING_BACK, "1", 1, 0, 2);
    step(Place.COMING_BACK, 1, 0);
    assertThat(violations())
        .containsExactly(
            "1 → acme/orders after 1 attempts and 0 deferrals: came back 2 times, having waited 1"
                + " and been parked 0 times");
  }

  @Test
  void findsAReleaseThatHappenedTwice() {
    step(Place.PARKED, 0, 0).step(Place.COMING_BACK, "1", 0, 0, 2);
    step(Place.COMING_BACK, 0, 0);
    assertThat(violations()).singleElement().asString().contains("came back 2 times");
  }

  @Test
  void findsAParkingThatWasWrittenTwice() {
    step(Place.PARKED, 0, 0).step(Place.PARKED, "1", 0, 0, 2);
    assertThat(violations())
        .containsExactly(
            "1 → acme/orders after 0 attempts and 0 deferrals: parked 2 times, having been taken"
                + " in 1 times");
  }

  @Test
  void findsAnAttemptThatWasWrittenTwice() {
    scene.logged("1", 1, "retry").logged("1", 1, "delivered");
    assertThat(violations()).containsExactly("1 → acme/orders: 2 entries of attempt 1");
  }

  @Test
  void findsAChainThatSplitByItsTwoEnds() {
    step(Place.WAITING, 0, 1).step(Place.COMING_BACK, "1", 0, 1, 2);
    scene.logged("1", 1, "delivered").letter("1", "orders", 0);
    assertThat(violations()).containsExactly("1 → acme/orders: ended 2 times");
  }

  @Test
  void aRedriveBeginsANewLifeWithItsOwnSteps() {
    step(Place.WAITING, 1, 0).step(Place.COMING_BACK, "1", 1, 0, 2);
    scene.logged("1", 1, "retry").logged("1", 2, "dead-lettered").letter("1", "orders", 2);
    scene.redriven("1");
    step(Place.WAITING, 1, 0).step(Place.COMING_BACK, "1", 1, 0, 2);
    scene.logged("1", 1, "retry").logged("1", 2, "delivered");
    assertThat(violations()).isEmpty();
    scene.letter("1", "orders", 2);
    assertThat(violations()).containsExactly("1 → acme/orders: ended 3 times");
  }

  private Scene step(Place place, int attempts, int deferrals) {
    return scene.step(place, "1", attempts, deferrals, 1);
  }

  private List<String> violations() {
    return new OneRetryChain().violations(scene.observed());
  }
}
