package dev.barid.dispatcher.worker;

import dev.barid.core.delivery.Delivery;
import java.time.Instant;

/** Whether a delivery's time is over. Pure. */
final class Lifetimes {

  private Lifetimes() {}

  /** No attempt starts at or after the give-up time. */
  static boolean isOver(Delivery delivery, Instant now) {
    return delivery
        .history()
        .lifetime()
        .map(lifetime -> !now.isBefore(lifetime.giveUpAt()))
        .orElse(false);
  }

  /** The same for people. */
  static String overDetail(Delivery delivery) {
    String giveUpAt =
        delivery.history().lifetime().map(lifetime -> lifetime.giveUpAt().toString()).orElse("?");
    String last = delivery.history().last().map(attempt -> ", last: " + attempt.error()).orElse("");
    int attempts = delivery.history().attempts();
    String made = attempts == 1 ? "1 attempt" : attempts + " attempts";
    return "gave up at " + giveUpAt + " after " + made + last;
  }
}
