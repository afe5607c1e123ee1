package dev.barid.core.delivery;

import dev.barid.core.text.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Reads and writes single internal headers; of several with one name the last counts. */
final class InternalHeaders {

  /** The last instant whose ISO form has a year of four digits: 9999-12-31T23:59:59.999Z. */
  private static final long LAST_INSTANT_MS = 253_402_300_799_999L;

  /** More than any policy allows, small enough to count on. */
  private static final int MAX_COUNT = 1_000_000;

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
        .map(text -> (int) number(name, text, MAX_COUNT, "a count from 0 to " + MAX_COUNT))
        .orElse(0);
  }

  static Optional<Integer> status(Headers headers) {
    return text(headers, HeaderNames.STATUS)
        .map(text -> (int) number(HeaderNames.STATUS, text, 999, "a status from 0 to 999"));
  }

  static Optional<Instant> instant(Headers headers, String name) {
    return text(headers, name)
        .map(text -> number(name, text, LAST_INSTANT_MS, "epoch milliseconds before year 10000"))
        .map(Instant::ofEpochMilli);
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
    put(headers, name, value.toEpochMilli());
  }
}
