package dev.barid.standalone.attempts;

import dev.barid.core.attempt.AttemptEntry;
import java.time.Instant;
import java.util.Optional;

/**
 * Which attempts are meant. What is empty restricts nothing.
 *
 * @param subscriber the subscriber's id
 * @param endpoint the endpoint's id
 * @param event the event's id
 * @param since ended at this time or later
 */
record AttemptFilter(
    Optional<String> subscriber,
    Optional<String> endpoint,
    Optional<String> event,
    Optional<Instant> since) {

  boolean matches(AttemptEntry entry) {
    return is(subscriber, entry.subscriber())
        && is(endpoint, entry.endpoint())
        && is(event, entry.eventId())
        && since.map(time -> !entry.time().isBefore(time)).orElse(true);
  }

  private static boolean is(Optional<String> wanted, String value) {
    return wanted.map(value::equals).orElse(true);
  }
}
