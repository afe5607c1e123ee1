package dev.barid.core.attempt;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * One attempt as the topic of attempts has it, so that an owner can be told why an event did or did
 * not arrive.
 *
 * @param time when it ended
 * @param subscriber the subscriber's id
 * @param endpoint the endpoint's id
 * @param eventId the event's id
 * @param eventType the event's type, if it has one; cut to 1 KiB
 * @param attempt its number, from 1
 * @param kind first or retry
 * @param status the HTTP status, if there was an answer
 * @param errorClass the class of what went wrong, see {@link ErrorClass#wireName()}
 * @param error the same on one line for people
 * @param durationMs how long it took, in milliseconds
 * @param excerpt the beginning of the response body, at most 1 KiB
 * @param outcome delivered, retry or dead-lettered
 * @param nextDueAt when the next attempt is due, if there will be one
 */
public record AttemptEntry(
    Instant time,
    String subscriber,
    String endpoint,
    String eventId,
    Optional<String> eventType,
    int attempt,
    String kind,
    Optional<Integer> status,
    Optional<String> errorClass,
    Optional<String> error,
    long durationMs,
    String excerpt,
    String outcome,
    Optional<Instant> nextDueAt) {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** Bounds what a producer or an endpoint chose, so that the entry fits its topic. */
  public AttemptEntry {
    Objects.requireNonNull(time, "time");
    Objects.requireNonNull(subscriber, "subscriber");
    Objects.requireNonNull(endpoint, "endpoint");
    Objects.requireNonNull(eventId, "eventId");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(outcome, "outcome");
    // JSON may leave out what is optional.
    Optional<String> type = Objects.requireNonNullElse(eventType, Optional.empty());
    eventType = type.map(Excerpt::bounded);
    status = Objects.requireNonNullElse(status, Optional.empty());
    errorClass = Objects.requireNonNullElse(errorClass, Optional.empty());
    error = Objects.requireNonNullElse(error, Optional.empty());
    excerpt = Excerpt.bounded(Objects.requireNonNullElse(excerpt, ""));
    nextDueAt = Objects.requireNonNullElse(nextDueAt, Optional.empty());
  }

  /** The entry as JSON in UTF-8. */
  public byte[] toJson() {
    return MAPPER.writeValueAsBytes(this);
  }

  /** Reads an entry; empty if the bytes are none. */
  public static Optional<AttemptEntry> fromJson(byte[] json) {
    try {
      return Optional.ofNullable(MAPPER.readValue(json, AttemptEntry.class));
    } catch (JacksonException notOurs) {
      return Optional.empty();
    }
  }
}
