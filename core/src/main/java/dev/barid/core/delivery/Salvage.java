package dev.barid.core.delivery;

import dev.barid.core.attempt.Excerpt;
import dev.barid.core.subscriber.Ids;
import dev.barid.core.text.InvalidInputException;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.common.header.Headers;

/**
 * What can still be read of a malformed record: its dead letter must be found by the event's id,
 * and a redrive must not send to more endpoints than the record was for.
 */
final class Salvage {
  private Salvage() {}

  /** Of a record of {@code events}, whose internal headers are not trusted. */
  static void ofEvent(SourceRecord source, Headers to) {
    putEvent(source, HeaderNames.CE_ID, source.timestampMs(), source.position(), to);
  }

  /** Of a record that Barid wrote itself. */
  static void ofRedelivery(SourceRecord source, Headers to) {
    Headers from = source.headers();
    long acceptedAtMs =
        readable(() -> InternalHeaders.instant(from, HeaderNames.ACCEPTED_AT))
            .map(at -> at.toEpochMilli())
            .orElse(source.timestampMs());
    String origin = InternalHeaders.origin(from).orElse(source.position());
    putEvent(source, HeaderNames.EVENT_ID, acceptedAtMs, origin, to);
    readable(() -> InternalHeaders.text(from, HeaderNames.ENDPOINT).map(Salvage::checked))
        .ifPresent(endpoint -> InternalHeaders.put(to, HeaderNames.ENDPOINT, endpoint));
    readable(() -> Optional.of(InternalHeaders.count(from, HeaderNames.ATTEMPT)))
        .filter(attempts -> attempts > 0)
        .ifPresent(attempts -> InternalHeaders.put(to, HeaderNames.ATTEMPT, attempts));
    for (String time : new String[] {HeaderNames.FIRST_SEEN_AT, HeaderNames.LAST_ATTEMPT_AT}) {
      readable(() -> InternalHeaders.instant(from, time))
          .ifPresent(at -> InternalHeaders.put(to, time, at));
    }
    readable(() -> InternalHeaders.reason(from))
        .ifPresent(reason -> InternalHeaders.put(to, HeaderNames.REASON, reason));
    readable(() -> InternalHeaders.status(from))
        .ifPresent(status -> InternalHeaders.put(to, HeaderNames.STATUS, status));
    InternalHeaders.text(from, HeaderNames.EXCERPT)
        .ifPresent(text -> InternalHeaders.put(to, HeaderNames.EXCERPT, Excerpt.bounded(text)));
  }

  private static void putEvent(
      SourceRecord source, String idHeader, long acceptedAtMs, String origin, Headers to) {
    String id =
        InternalHeaders.text(source.headers(), idHeader)
            .filter(Ids::isValidEventId)
            .orElseGet(() -> RecordReader.ownId(source));
    InternalHeaders.put(to, HeaderNames.EVENT_ID, id);
    InternalHeaders.put(to, HeaderNames.ACCEPTED_AT, InternalHeaders.withinCalendar(acceptedAtMs));
    InternalHeaders.put(to, HeaderNames.ORIGIN, origin);
  }

  private static String checked(String endpoint) {
    return Ids.check(HeaderNames.ENDPOINT, endpoint);
  }

  private static <T> Optional<T> readable(Supplier<Optional<T>> read) {
    try {
      return read.get();
    } catch (InvalidInputException faulty) {
      return Optional.empty();
    }
  }
}
