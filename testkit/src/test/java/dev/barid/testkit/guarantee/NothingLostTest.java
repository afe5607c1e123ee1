package dev.barid.testkit.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-D4")
class NothingLostTest {
  private final Scene scene = new Scene();

  @Test
  void holdsWhenEveryDeliveryIsDeliveredFilteredOrDeadLettered() {
    scene.published("1", "order.paid").published("2", "user.created");
    scene.arrives("1", "orders", 1, 1, 0.1, 200).letter("1", "audit", 3);
    scene.arrives("2", "audit", 1, 1, 0.1, 204);
    assertThat(violations()).isEmpty();
    assertThat(Balance.of(scene.observed()))
        .hasToString("ledger: accepted=4 delivered=2 dead-lettered=1 filtered=1 lost=0");
  }

  @Test
  void findsADeliveryThatNeverEnded() {
    scene.published("1", "order.paid").arrives("1", "orders", 1, 1, 0.1, 200);
    assertThat(violations()).containsExactly("1 → acme/audit: lost");
  }

  @Test
  void anAnswerThatIsNoSuccessOrWasCutOffIsNoEnd() {
    scene.published("1", "user.created");
    scene.arrives("1", "audit", 1, 1, 0.1, 503).hangs("1", "audit", 2, 2, 1);
    scene.cutOff("1", "audit", 3, 5);
    assertThat(violations()).containsExactly("1 → acme/audit: lost");
  }

  @Test
  void findsWhatNobodyPublishedAndWhatNobodyAskedFor() {
    scene.published("1", "user.created").arrives("1", "audit", 1, 1, 0.1, 200);
    scene.arrives("1", "orders", 1, 1, 0.1, 200).arrives("2", "audit", 1, 1, 0.1, 200);
    assertThat(violations())
        .containsExactly(
            "1 → acme/orders: ended, but nobody published or asked for it",
            "2 → acme/audit: ended, but nobody published or asked for it");
  }

  @Test
  void anEventThatKafkaMayHaveOrNotMayEndOrNot() {
    scene.maybePublished("1", "user.created").maybePublished("2", "user.created");
    scene.arrives("1", "audit", 1, 1, 0.1, 200);
    assertThat(violations()).isEmpty();
  }

  @Test
  void aDeadLetterThatWasRedrivenCountsAsDelivered() {
    scene.published("1", "user.created").letter("1", "audit", 3);
    scene.arrives("1", "audit", 1, 1, 0.1, 200);
    assertThat(violations()).isEmpty();
    assertThat(Balance.of(scene.observed()))
        .hasToString("ledger: accepted=2 delivered=1 dead-lettered=0 filtered=1 lost=0");
  }

  @Test
  void aDeadLetterOfTheWholeEventEndsAllItsDeliveries() {
    scene.published("1", "order.paid").letter("1", "", 0);
    assertThat(violations()).isEmpty();
  }

  private List<String> violations() {
    return new NothingLost().violations(scene.observed());
  }
}
