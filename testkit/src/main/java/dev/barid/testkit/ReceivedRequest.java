package dev.barid.testkit;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A request as a {@link Receiver} got it.
 *
 * @param at when its head had arrived
 * @param method as sent
 * @param target the request line's path and query, exactly as sent
 * @param headers in the order and case in which they came
 * @param body its bytes
 * @param connection which of the receiver's connections it came over, counted from 1
 */
public record ReceivedRequest(
    Instant at,
    String method,
    String target,
    List<HeaderLine> headers,
    byte[] body,
    int connection) {

  /** One header as sent. */
  public record HeaderLine(String name, String value) {}

  /** The target without its query. */
  public String path() {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  /** The first header of that name, in any case. */
  public Optional<String> header(String name) {
    return headers(name).stream().findFirst();
  }

  /** All headers of that name, in any case, in their order. */
  public List<String> headers(String name) {
    return headers.stream()
        .filter(line -> line.name().equalsIgnoreCase(name))
        .map(HeaderLine::value)
        .toList();
  }

  /** The body as UTF-8. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** In one line, as failed assertions show it. */
  @Override
  public String toString() {
    return at + " " + method + " " + target + " (connection " + connection + ") " + text();
  }
}
