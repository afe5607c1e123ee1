package dev.barid.core.delivery;

import dev.barid.core.event.Event;
import dev.barid.core.subscriber.Ids;
import dev.barid.core.text.Durations;
import dev.barid.core.text.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Turns records into what they stand for. Total: whatever the bytes are, the answer is one of
 * {@link Incoming}'s kinds, never an exception.
 */
public final class RecordReader {

  private static final byte[] EMPTY_BODY = {};

  private RecordReader() {}

  /** Reads a record of {@code events}; trusts no internal header but {@code barid-ttl}. */
  public static Incoming readEvent(SourceRecord source) {
    try {
      Headers headers = source.headers();
      String id = InternalHeaders.text(headers, HeaderNames.CE_ID).orElseGet(() -> ownId(source));
      Event event = event(source, id, source.timestampMs(), source.position());
      return new Incoming.ForAll(source, event, ttl(headers), Optional.empty(), false);
    } catch (InvalidInputException invalid) {
      return new Incoming.Malformed(source, invalid.getMessage());
    }
  }

  /** Reads a record of {@code redeliveries}, {@code retry.*}, {@code parked} or {@code dlq}. */
  public static Incoming readRedelivery(SourceRecord source) {
    try {
      Headers headers = source.headers();
      String id =
          InternalHeaders.text(headers, HeaderNames.EVENT_ID)
              .orElseThrow(() -> missing(HeaderNames.EVENT_ID, "the event's id"));
      long acceptedAtMs =
          InternalHeaders.instant(headers, HeaderNames.ACCEPTED_AT)
              .map(Instant::toEpochMilli)
              .orElse(source.timestampMs());
      String origin = InternalHeaders.origin(headers).orElse(source.position());
      Event event = event(source, id, acceptedAtMs, origin);
      Optional<String> endpoint = InternalHeaders.text(headers, HeaderNames.ENDPOINT);
      if (endpoint.isPresent()) {
        Ids.check(HeaderNames.ENDPOINT, endpoint.get());
        return new Incoming.ForOne(
            source,
            new Delivery(event, endpoint.get(), history(headers)),
            InternalHeaders.version(headers, HeaderNames.PROBE_VERSION));
      }
      boolean rehomed = headers.lastHeader(HeaderNames.REHOMED) != null;
      return new Incoming.ForAll(
          source, event, ttl(headers), InternalHeaders.reason(headers), rehomed);
    } catch (InvalidInputException invalid) {
      return new Incoming.Malformed(source, invalid.getMessage());
    }
  }

  /** The id of an event whose producer gave it none: where it stands in {@code events}. */
  static String ownId(SourceRecord source) {
    return "evt-" + source.partition() + "-" + source.offset();
  }

  private static Event event(SourceRecord source, String id, long acceptedAtMs, String origin) {
    if (!Ids.isValidEventId(id)) {
      throw new InvalidInputException(
          "event id", id, "1 to 256 printable ASCII characters without a dot");
    }
    return new Event(
        subscriber(source.key()),
        id,
        InternalHeaders.text(source.headers(), HeaderNames.CE_TYPE).filter(type -> !type.isEmpty()),
        source.value() == null ? EMPTY_BODY : source.value(),
        InternalHeaders.producersOwn(source.headers()),
        InternalHeaders.withinCalendar(acceptedAtMs),
        origin);
  }

  private static String subscriber(byte @Nullable [] key) {
    if (key == null) {
      throw missing("key", "a subscriber id");
    }
    return Ids.fromKey(key)
        .orElseThrow(
            () ->
                new InvalidInputException(
                    "key",
                    new String(key, 0, Math.min(key.length, 256), StandardCharsets.UTF_8),
                    "a subscriber id: 1 to 128 of A-Z a-z 0-9 _ -"));
  }

  private static Optional<Duration> ttl(Headers headers) {
    return InternalHeaders.text(headers, HeaderNames.TTL)
        .map(
            text -> {
              try {
                return Durations.parse(text);
              } catch (IllegalArgumentException notADuration) {
                throw new InvalidInputException(HeaderNames.TTL, text, "a duration such as 24h");
              }
            });
  }

  private static History history(Headers headers) {
    Optional<Instant> firstSeenAt = InternalHeaders.instant(headers, HeaderNames.FIRST_SEEN_AT);
    Optional<Instant> giveUpAt = InternalHeaders.instant(headers, HeaderNames.GIVE_UP_AT);
    Optional<Lifetime> lifetime =
        firstSeenAt.flatMap(first -> giveUpAt.map(giveUp -> new Lifetime(first, giveUp)));
    Optional<String> reason = InternalHeaders.reason(headers);
    Optional<LastAttempt> last =
        InternalHeaders.instant(headers, HeaderNames.LAST_ATTEMPT_AT)
            .map(
                at ->
                    new LastAttempt(
                        at,
                        reason.orElse(""),
                        InternalHeaders.status(headers),
                        InternalHeaders.text(headers, HeaderNames.ERROR).orElse(""),
                        InternalHeaders.text(headers, HeaderNames.EXCERPT).orElse("")));
    return new History(
        InternalHeaders.count(headers, HeaderNames.ATTEMPT),
        lifetime,
        reason,
        last,
        InternalHeaders.count(headers, HeaderNames.DEFERRALS));
  }

  private static InvalidInputException missing(String field, String expected) {
    return new InvalidInputException(field, "(missing)", expected);
  }
}
