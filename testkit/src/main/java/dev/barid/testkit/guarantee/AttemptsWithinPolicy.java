package dev.barid.testkit.guarantee;

import dev.barid.core.attempt.AttemptEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * No delivery is attempted more often than its endpoint's policy allows, and none of which all
 * attempts are made waits for another.
 */
public final class AttemptsWithinPolicy implements Guarantee {

  @Override
  public List<String> violations(Observation observed) {
    List<String> violations = new ArrayList<>();
    for (Step step : observed.topics().steps()) {
      int most = most(observed, step.delivery());
      if (step.attempts() >= most) {
        violations.add(
            "%s: %s after %d attempts of at most %d"
                .formatted(step.delivery(), step.place(), step.attempts(), most));
      }
    }
    for (Letter letter : observed.topics().letters()) {
      check(observed, letter.delivery(), letter.attempts(), "dead-lettered", violations);
    }
    for (AttemptEntry entry : observed.topics().attempts()) {
      DeliveryId delivery = DeliveryId.of(entry.eventId(), entry.subscriber(), entry.endpoint());
      check(observed, delivery, entry.attempt(), "logged", violations);
    }
    for (Arrival arrival : observed.arrivals()) {
      check(observed, arrival.delivery(), arrival.attempt(), "arrived", violations);
    }
    return violations;
  }

  private static void check(
      Observation observed, DeliveryId delivery, int attempt, String what, List<String> to) {
    int most = most(observed, delivery);
    if (attempt > most) {
      to.add("%s: attempt %d of at most %d %s".formatted(delivery, attempt, most, what));
    }
  }

  private static int most(Observation observed, DeliveryId delivery) {
    return observed
        .endpoints()
        .find(delivery.endpoint())
        .map(endpoint -> endpoint.policy().maxAttempts())
        .orElse(Integer.MAX_VALUE);
  }
}
