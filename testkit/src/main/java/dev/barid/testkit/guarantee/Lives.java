package dev.barid.testkit.guarantee;

import java.util.HashMap;
import java.util.Map;

/** How many lives each delivery has: one for each time its event was published or redriven. */
final class Lives {
  private final Map<DeliveryId, Integer> published = new HashMap<>();
  private final Map<DeliveryId, Integer> redriven = new HashMap<>();

  Lives(TopicContents topics) {
    for (Published event : topics.events()) {
      published.merge(DeliveryId.of(event.eventId(), event.subscriber(), ""), 1, Integer::sum);
    }
    topics.steps().stream()
        .filter(Step::opensLife)
        .forEach(step -> redriven.merge(step.delivery(), 1, Integer::sum));
  }

  int of(DeliveryId delivery) {
    DeliveryId event = delivery.ofEvent();
    int ofEvent = event.equals(delivery) ? 0 : redriven.getOrDefault(event, 0);
    return Math.max(1, published.getOrDefault(event, 0))
        + redriven.getOrDefault(delivery, 0)
        + ofEvent;
  }
}
