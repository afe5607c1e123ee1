package dev.barid.testkit.guarantee;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Where every delivery stands. It ends by its last outcome: one that was dead-lettered, redriven
 * and then delivered is delivered.
 *
 * @param accepted those of events that Kafka took, one for each of their subscriber's endpoints
 * @param delivered those that an endpoint took, once or more often
 * @param deadLettered those in the DLQ that no endpoint took
 * @param filtered those that an endpoint's filter left out
 * @param lost accepted, and nothing else
 * @param unexpected ended, and never published, or not asked for
 */
public record Balance(
    Set<DeliveryId> accepted,
    Set<DeliveryId> delivered,
    Set<DeliveryId> deadLettered,
    Set<DeliveryId> filtered,
    Set<DeliveryId> lost,
    Set<DeliveryId> unexpected) {

  public static Balance of(Observation observed) {
    Set<DeliveryId> accepted = new LinkedHashSet<>();
    Set<DeliveryId> expected = new HashSet<>();
    Set<DeliveryId> filtered = new LinkedHashSet<>();
    for (Published event : observed.published()) {
      Set<DeliveryId> asking = observed.endpoints().asking(event);
      expected.addAll(asking);
      expected.add(DeliveryId.of(event.eventId(), event.subscriber(), ""));
      if (event.certain()) {
        Set<DeliveryId> leftOut = observed.endpoints().filtering(event);
        accepted.addAll(asking);
        accepted.addAll(leftOut);
        filtered.addAll(leftOut);
      }
    }
    Set<DeliveryId> delivered =
        observed.arrivals().stream()
            .filter(Arrival::isSuccess)
            .map(Arrival::delivery)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    Set<DeliveryId> letters =
        observed.topics().letters().stream()
            .map(Letter::delivery)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    Set<DeliveryId> deadLettered = select(letters, letter -> !delivered.contains(letter));
    // A dead letter of an event that had no endpoint yet stands for all of them.
    Set<DeliveryId> lost =
        select(
            accepted,
            delivery ->
                !delivered.contains(delivery)
                    && !filtered.contains(delivery)
                    && !letters.contains(delivery)
                    && !letters.contains(delivery.ofEvent()));
    Set<DeliveryId> ended = new LinkedHashSet<>(delivered);
    ended.addAll(letters);
    return new Balance(
        Collections.unmodifiableSet(accepted),
        Collections.unmodifiableSet(delivered),
        deadLettered,
        Collections.unmodifiableSet(filtered),
        lost,
        select(ended, delivery -> !expected.contains(delivery)));
  }

  private static Set<DeliveryId> select(Set<DeliveryId> all, Predicate<DeliveryId> wanted) {
    return all.stream().filter(wanted).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** As {@code barid demo} ends. */
  @Override
  public String toString() {
    return "ledger: accepted=%d delivered=%d dead-lettered=%d filtered=%d lost=%d"
        .formatted(
            accepted.size(), delivered.size(), deadLettered.size(), filtered.size(), lost.size());
  }
}
