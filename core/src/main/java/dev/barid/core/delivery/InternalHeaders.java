package dev.barid.core.delivery;

import dev.barid.core.text.InvalidInputException;
import dev.barid.core.text.Printable;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Reads and writes single internal headers; of several with one name the last counts. */
final class InternalHeaders {

  /** The last instant whose ISO form has a year of four digits: 9999-12-31T23:59:59.999Z. */
  private static final long LAST_INSTANT_MS = 253_402_300_799_999L;

  private static final int MAX_ORIGIN_CHARS = 300;

  /** Goes out as {@code X-Retry-Reason}, so nothing that could begin another field. */
  private static final Pattern WORD = Pattern.compile("[a-z0-9-]{1,64}");

  private InternalHeaders() {}

  static Optional<String> text(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    if (header == null || header.value() == null) {
      return Optional.empty();
    }
    return Optional.of(new String(header.value(), StandardCharsets.UTF_8));
  }

  static int count(Headers headers, String name) {
    return text(headers, name)
        .map(text -> (int) number(name, text, History.MAX_COUNT, "a count to " + History.MAX_COUNT))
        .orElse(0);
  }

  static Optional<Integer> status(Headers headers) {
    return text(headers, HeaderNames.STATUS)
        .map(text -> (int) number(HeaderNames.STATUS, text, Integer.MAX_VALUE, "an HTTP status"));
  }

  static OptionalLong version(Headers headers, String name) {
    return text(headers, name)
        .map(text -> OptionalLong.of(number(name, text, Long.MAX_VALUE, "a version")))
        .orElse(OptionalLong.empty());
  }

  static Optional<Instant> instant(Headers headers, String name) {
    return text(headers, name)
        .map(text -> number(name, text, LAST_INSTANT_MS, "epoch milliseconds before year 10000"))
        .map(Instant::ofEpochMilli);
  }

  static Optional<String> reason(Headers headers) {
    return text(headers, HeaderNames.REASON)
        .map(
            text -> {
              if (!WORD.matcher(text).matches()) {
                throw new InvalidInputException(
                    HeaderNames.REASON, text, "a word such as http-503 or timeout");
              }
              return text;
            });
  }

  static Optional<String> origin(Headers headers) {
    return text(headers, HeaderNames.ORIGIN).map(text -> Printable.line(text, MAX_ORIGIN_CHARS));
  }

  /** The nearest time that a header can carry. */
  static long withinCalendar(long epochMs) {
    return Math.max(0, Math.min(epochMs, LAST_INSTANT_MS));
  }

  /** The headers that the producer gave the event, in their order. */
  static List<Header> producersOwn(Headers headers) {
    List<Header> own = new ArrayList<>();
    for (Header header : headers) {
      if (!header.key().startsWith(HeaderNames.INTERNAL_PREFIX)) {
        own.add(header);
      }
    }
    return own;
  }

  private static long number(String name, String text, long max, String expected) {
    boolean digits =
        !text.isEmpty() && text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    long number = digits ? Long.parseLong(text) : -1;
    if (number < 0 || number > max) {
      throw new InvalidInputException(name, text, expected);
    }
    return number;
  }

  static void put(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }

  static void put(Headers headers, String name, long value) {
    put(headers, name, Long.toString(value));
  }

  static void put(Headers headers, String name, Instant value) {
    put(headers, name, withinCalendar(value.toEpochMilli()));
  }
}
