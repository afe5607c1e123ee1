package dev.barid.dispatcher.worker;

import dev.barid.core.policy.DeadLetterReason;
import dev.barid.core.subscriber.Endpoint;
import dev.barid.core.subscriber.EndpointEntry;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.subscriber.Subscriber;
import java.util.Optional;

/** Where a delivery may go, as the registry has it now. Pure. */
sealed interface Destination {

  /** To this endpoint, if its health lets it. */
  record Open(Endpoint endpoint) implements Destination {}

  /**
   * Nowhere.
   *
   * @param reason the reason for the DLQ
   * @param detail the same for people
   * @param missing whether something isn't there, which a fresher look at the registry may mend
   */
  record Refused(DeadLetterReason reason, String detail, boolean missing) implements Destination {}

  /** What the registry says of an endpoint. */
  static Destination of(EndpointKey key, Optional<Subscriber> subscriber) {
    if (subscriber.isEmpty()) {
      return unknown(key.subscriber());
    }
    Optional<EndpointEntry> entry = subscriber.get().endpoint(key.endpoint());
    if (entry.isEmpty()) {
      return new Refused(
          DeadLetterReason.NO_ENDPOINT,
          "endpoint \"" + key + "\" (expected: one of the subscriber's endpoints)",
          true);
    }
    return of(key.subscriber(), entry.get());
  }

  /** What the registry's entry says of an endpoint. */
  static Destination of(String subscriber, EndpointEntry entry) {
    if (entry instanceof EndpointEntry.Usable usable) {
      Endpoint endpoint = usable.endpoint();
      return switch (endpoint.state()) {
        // Whether it is paused, by whomever, its health says.
        case ACTIVE, PAUSED -> new Open(endpoint);
        case DISABLED ->
            new Refused(
                DeadLetterReason.ENDPOINT_DISABLED,
                "endpoint \"" + subscriber + "/" + entry.id() + "\" is disabled",
                false);
      };
    }
    String problem = entry instanceof EndpointEntry.Faulty faulty ? faulty.problem() : "";
    return new Refused(
        DeadLetterReason.PERMANENT, "the endpoint's registry entry is wrong: " + problem, false);
  }

  /** There is no such subscriber. */
  static Refused unknown(String subscriber) {
    return new Refused(
        DeadLetterReason.UNKNOWN_SUBSCRIBER,
        "subscriber \"" + subscriber + "\" (expected: one in the registry)",
        true);
  }

  /** The subscriber has no endpoint at all. */
  static Refused noEndpoint(String subscriber) {
    return new Refused(
        DeadLetterReason.NO_ENDPOINT,
        "subscriber \"" + subscriber + "\" has no endpoint (expected: at least one)",
        true);
  }
}
