package dev.barid.standalone.send;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.subscriber.Ids;
import dev.barid.core.text.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** The record headers of one event, checked so that a slip is told here, and not by the DLQ. */
final class EventHeaders {

  private static final int MAX_TYPE_CHARS = 256;

  private final Headers headers = new RecordHeaders();

  /** Sets the event's id. */
  EventHeaders id(String id) {
    if (!Ids.isValidEventId(id)) {
      throw new InvalidInputException("--id", id, "1 to 256 printable ASCII characters, no dot");
    }
    return put(HeaderNames.CE_ID, id);
  }

  /** Sets the event's type. */
  EventHeaders type(String type) {
    if (type.isBlank() || type.length() > MAX_TYPE_CHARS) {
      throw new InvalidInputException(
          "--type", type, "1 to " + MAX_TYPE_CHARS + " characters, such as order.created");
    }
    return put(HeaderNames.CE_TYPE, type);
  }

  /** Sets the event's own time to live. */
  EventHeaders ttl(Duration ttl) {
    if (ttl.isZero()) {
      throw new InvalidInputException("--ttl", "0s", "more than nothing");
    }
    return put(HeaderNames.TTL, ttl.toMillis() + "ms");
  }

  /**
   * Adds a header of the producer's own.
   *
   * @param text such as {@code content-type=text/plain}
   */
  EventHeaders own(String text) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new InvalidInputException("--header", text, "NAME=VALUE");
    }
    String name = text.substring(0, equals);
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.startsWith(HeaderNames.INTERNAL_PREFIX)) {
      throw new InvalidInputException(
          "--header", name, "a name that doesn't begin with " + HeaderNames.INTERNAL_PREFIX);
    }
    optionFor(lower)
        .ifPresent(
            option -> {
              throw new InvalidInputException("--header", name, "the option " + option);
            });
    return put(name, text.substring(equals + 1));
  }

  /** What has been set. */
  Headers headers() {
    return headers;
  }

  private static Optional<String> optionFor(String name) {
    return List.of(HeaderNames.CE_ID, HeaderNames.CE_TYPE).contains(name)
        ? Optional.of("--" + name.substring("ce_".length()))
        : Optional.empty();
  }

  private EventHeaders put(String name, String value) {
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    return this;
  }
}
