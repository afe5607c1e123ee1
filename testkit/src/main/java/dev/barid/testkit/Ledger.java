package dev.barid.testkit;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.subscriber.EndpointKey;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The promise that nothing is lost, as an object: a test enters what was accepted and how each
 * delivery ended, and asks for the {@link Balance}.
 *
 * <p>A delivery ends by its last outcome: one that was dead-lettered, redriven and then delivered
 * is delivered. Thread-safe.
 */
public final class Ledger {

  /**
   * An event for an endpoint. An event that reached the DLQ before its endpoints were known has one
   * with an empty id.
   */
  public record Delivery(String eventId, EndpointKey endpoint) {
    @Override
    public String toString() {
      return eventId + " → " + endpoint;
    }
  }

  private final Set<Delivery> accepted = new LinkedHashSet<>();
  private final Set<Delivery> filtered = new LinkedHashSet<>();
  private final Map<Delivery, Integer> delivered = new HashMap<>();
  private final Map<Delivery, Integer> deadLettered = new HashMap<>();

  /** The event was produced, and is for that endpoint, or filtered by it. */
  public synchronized void accepted(String eventId, EndpointKey endpoint) {
    accepted.add(new Delivery(eventId, endpoint));
  }

  /** The endpoint's filter leaves the event out. */
  public synchronized void filtered(String eventId, EndpointKey endpoint) {
    filtered.add(new Delivery(eventId, endpoint));
  }

  /** The endpoint got the event and answered 2xx; once for each time that it did. */
  public synchronized void delivered(String eventId, EndpointKey endpoint) {
    delivered.merge(new Delivery(eventId, endpoint), 1, Integer::sum);
  }

  /** The event is in the DLQ for that endpoint; once for each dead letter. */
  public synchronized void deadLettered(String eventId, EndpointKey endpoint) {
    deadLettered.merge(new Delivery(eventId, endpoint), 1, Integer::sum);
  }

  /** Enters what the receiver answered 2xx to, by {@code webhook-id}. Enter a receiver once. */
  public void deliveredTo(Receiver receiver, Function<ReceivedRequest, EndpointKey> endpointOf) {
    for (ReceivedRequest request : receiver.successes()) {
      delivered(request.header("webhook-id").orElse(""), endpointOf.apply(request));
    }
  }

  /** Enters dead letters, by their headers. */
  public void deadLetters(List<StoredRecord> dlq) {
    for (StoredRecord letter : dlq) {
      deadLettered(
          letter.header(HeaderNames.EVENT_ID).orElse(""),
          new EndpointKey(letter.key().orElse(""), letter.header(HeaderNames.ENDPOINT).orElse("")));
    }
  }

  /** Where every delivery stands now. */
  public synchronized Balance balance() {
    Set<Delivery> dead = without(deadLettered.keySet(), delivered.keySet());
    Set<Delivery> ended = new LinkedHashSet<>(delivered.keySet());
    ended.addAll(dead);
    ended.addAll(filtered);
    return new Balance(
        accepted.size(),
        delivered.size(),
        dead.size(),
        without(filtered, delivered.keySet()).size(),
        without(accepted, ended),
        without(ended, accepted),
        repeated(delivered),
        repeated(deadLettered));
  }

  private static Set<Delivery> without(Set<Delivery> all, Set<Delivery> left) {
    return all.stream()
        .filter(delivery -> !left.contains(delivery))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Map<Delivery, Integer> repeated(Map<Delivery, Integer> counts) {
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue() > 1)
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /**
   * Where the deliveries stand.
   *
   * @param accepted how many there are
   * @param delivered how many were delivered, once or more often
   * @param deadLettered how many lie in the DLQ and were never delivered
   * @param filtered how many an endpoint's filter left out
   * @param lost accepted, and nothing else
   * @param unexpected ended, and never accepted
   * @param repeated delivered more than once, and how often
   * @param deadLetteredRepeatedly with more than one dead letter, and how many
   */
  public record Balance(
      int accepted,
      int delivered,
      int deadLettered,
      int filtered,
      Set<Delivery> lost,
      Set<Delivery> unexpected,
      Map<Delivery, Integer> repeated,
      Map<Delivery, Integer> deadLetteredRepeatedly) {

    /**
     * Every delivery that was accepted has ended, and no other.
     *
     * @throws AssertionError if not; it lists them
     */
    public Balance assertBalanced() {
      if (!lost.isEmpty() || !unexpected.isEmpty()) {
        throw new AssertionError(this + "\nlost: " + lost + "\nunexpected: " + unexpected);
      }
      return this;
    }

    /**
     * No delivery was made, or dead-lettered, twice.
     *
     * @throws AssertionError if one was; it lists them
     */
    public Balance assertNothingRepeated() {
      if (!repeated.isEmpty() || !deadLetteredRepeatedly.isEmpty()) {
        throw new AssertionError(
            this
                + "\ndelivered repeatedly: "
                + repeated
                + "\ndead-lettered repeatedly: "
                + deadLetteredRepeatedly);
      }
      return this;
    }

    /** As {@code barid demo} ends. */
    @Override
    public String toString() {
      return "ledger: accepted=%d delivered=%d dead-lettered=%d filtered=%d lost=%d"
          .formatted(accepted, delivered, deadLettered, filtered, lost.size());
    }
  }
}
