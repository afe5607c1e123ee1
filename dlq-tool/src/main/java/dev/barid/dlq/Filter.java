package dev.barid.dlq;

import dev.barid.core.policy.StatusSet;
import dev.barid.core.subscriber.EventTypes;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Which dead letters are meant. What is empty restricts nothing.
 *
 * @param subscribers ids of subscribers
 * @param endpoints ids of endpoints
 * @param reasons wire names of reasons
 * @param statuses the last attempt's status
 * @param types patterns of event types
 * @param events ids of events
 * @param since dead-lettered at this time or later
 * @param until dead-lettered before this time
 */
record Filter(
    Set<String> subscribers,
    Set<String> endpoints,
    Set<String> reasons,
    Optional<StatusSet> statuses,
    Optional<EventTypes> types,
    Set<String> events,
    Optional<Instant> since,
    Optional<Instant> until) {

  /** Means every dead letter. */
  static final Filter ALL =
      new Filter(
          Set.of(),
          Set.of(),
          Set.of(),
          Optional.empty(),
          Optional.empty(),
          Set.of(),
          Optional.empty(),
          Optional.empty());

  boolean matches(DeadLetter letter) {
    return among(subscribers, letter.subscriber())
        && among(endpoints, letter.endpoint())
        && among(reasons, letter.reason())
        && among(events, letter.eventId())
        && statuses.map(set -> letter.status().filter(set::contains).isPresent()).orElse(true)
        && types.map(patterns -> patterns.match(letter.eventType())).orElse(true)
        && since.map(time -> !letter.deadAt().isBefore(time)).orElse(true)
        && until.map(time -> letter.deadAt().isBefore(time)).orElse(true);
  }

  private static boolean among(Set<String> wanted, Optional<String> value) {
    return wanted.isEmpty() || value.filter(wanted::contains).isPresent();
  }
}
