package dev.barid.testkit.guarantee;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A delivery has at most one dead letter, and one more for each time that it was redriven. */
public final class AtMostOneDeadLetter implements Guarantee {

  @Override
  public List<String> violations(Observation observed) {
    Lives lives = new Lives(observed.topics());
    Map<DeliveryId, Integer> counts = new HashMap<>();
    List<String> violations = new ArrayList<>();
    for (Letter letter : observed.topics().letters()) {
      int count = counts.merge(letter.delivery(), 1, Integer::sum);
      int allowed = lives.of(letter.delivery());
      if (count > allowed) {
        violations.add(
            "%s: dead letter number %d, of %s, of at most %d"
                .formatted(letter.delivery(), count, letter.id(), allowed));
      }
    }
    return violations;
  }
}
