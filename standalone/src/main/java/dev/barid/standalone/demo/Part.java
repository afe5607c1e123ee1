package dev.barid.standalone.demo;

import dev.barid.core.subscriber.EventTypes;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One endpoint in the play.
 *
 * @param subscriber whose it is
 * @param endpoint its id
 * @param behaviour how its receiver answers
 * @param eventTypes the types that it wants; none for all
 */
record Part(String subscriber, String endpoint, Behaviour behaviour, List<String> eventTypes) {

  Part {
    eventTypes = List.copyOf(eventTypes);
  }

  static Part of(String subscriber, String endpoint, Behaviour behaviour, String... eventTypes) {
    return new Part(subscriber, endpoint, behaviour, List.of(eventTypes));
  }

  String name() {
    return subscriber + "/" + endpoint;
  }

  /** What it is, and what to expect of it. */
  String introduction() {
    String types = eventTypes.isEmpty() ? "" : ", wants only " + String.join(", ", eventTypes);
    return String.format(Locale.ROOT, "%-16s %s%s", name(), behaviour.words(), types);
  }

  /** Whether its endpoint is to get events of this type. */
  boolean wants(String eventType) {
    return new EventTypes(eventTypes).match(Optional.of(eventType));
  }
}
