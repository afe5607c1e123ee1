package dev.barid.core.subscriber;

import dev.barid.core.text.InvalidInputException;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Which HTTP headers an endpoint may ask for: none of Barid's own, none that the client owns. */
final class ExtraHeaders {

  private static final int MAX_VALUE_LENGTH = 4_096;

  private static final Set<String> RESERVED =
      Set.of(
          "connection",
          "content-length",
          "content-type",
          "expect",
          "host",
          "idempotency-key",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "user-agent",
          "webhook-id",
          "webhook-signature",
          "webhook-timestamp",
          "x-delivery-attempt",
          "x-retry-reason");

  private ExtraHeaders() {}

  /** A header name is a token (RFC 9110 section 5.6.2). */
  static String checkName(String path, String name) {
    if (!name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}")) {
      throw new InvalidInputException(path, name, "a header name of RFC 9110");
    }
    String lower = name.toLowerCase(Locale.ROOT);
    if (RESERVED.contains(lower) || lower.startsWith("ce-")) {
      throw new InvalidInputException(path, name, "a header that is not set by Barid itself");
    }
    return name;
  }

  static String checkValue(String path, JsonNode value) {
    if (!value.isString()
        || value.stringValue().length() > MAX_VALUE_LENGTH
        || !value.stringValue().chars().allMatch(c -> c == '\t' || (c >= 0x20 && c < 0x7f))) {
      throw new InvalidInputException(
          path, "(not shown)", "a text of at most " + MAX_VALUE_LENGTH + " printable ASCII");
    }
    return value.stringValue();
  }
}
