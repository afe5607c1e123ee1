package dev.barid.core.subscriber;

import dev.barid.core.text.InvalidInputException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Which HTTP headers an endpoint may ask for: none of Barid's own, none that the client owns. */
final class ExtraHeaders {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}");
  private static final int MAX_HEADERS = 100;
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

  /**
   * The headers of an endpoint in the order given.
   *
   * @throws InvalidInputException if one can't be sent, is Barid's own, or is there twice
   */
  static Map<String, String> read(JsonFields fields, String name) {
    return fields.node(name).map(node -> read(fields.path(name), node)).orElse(Map.of());
  }

  private static Map<String, String> read(String path, JsonNode node) {
    if (!node.isObject() || node.size() > MAX_HEADERS) {
      throw new InvalidInputException(
          path,
          node.isObject() ? node.size() + " headers" : JsonFields.kind(node),
          "an object of at most " + MAX_HEADERS + " headers");
    }
    Map<String, String> headers = new LinkedHashMap<>();
    Set<String> lowerCased = new HashSet<>();
    for (Map.Entry<String, JsonNode> header : node.properties()) {
      String name = checkName(path, header.getKey());
      if (!lowerCased.add(name.toLowerCase(Locale.ROOT))) {
        throw new InvalidInputException(path, name, "each header once, whatever its case");
      }
      headers.put(name, checkValue(path + "." + name, header.getValue()));
    }
    return headers;
  }

  /** A header name is a token (RFC 9110 section 5.6.2). */
  private static String checkName(String path, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new InvalidInputException(
          path, name, "a header name such as X-Env: at most 128 characters, no space or colon");
    }
    String lower = name.toLowerCase(Locale.ROOT);
    if (RESERVED.contains(lower) || lower.startsWith("ce-")) {
      throw new InvalidInputException(
          path, name, "a header that neither Barid nor its HTTP client sets itself");
    }
    return name;
  }

  private static String checkValue(String path, JsonNode value) {
    if (!value.isString()
        || value.stringValue().length() > MAX_VALUE_LENGTH
        || !value.stringValue().chars().allMatch(c -> c == '\t' || (c >= 0x20 && c < 0x7f))) {
      throw new InvalidInputException(
          path,
          "(not shown)",
          "a text of at most " + MAX_VALUE_LENGTH + " printable ASCII characters");
    }
    return value.stringValue();
  }
}
