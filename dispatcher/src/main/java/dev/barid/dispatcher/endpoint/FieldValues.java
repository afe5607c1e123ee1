package dev.barid.dispatcher.endpoint;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** What may stand in an HTTP field (RFC 9110 section 5). Pure. */
final class FieldValues {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
  private static final String HEX = "0123456789ABCDEF";

  private FieldValues() {}

  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** Whether the value can go out as it is: printable ASCII, not blank. */
  static boolean isPlain(String value) {
    return !value.isBlank() && value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c < 0x7F));
  }

  /** The value without control characters and whatever else would start another field or break. */
  static String onOneLine(String value) {
    int length = value.length();
    int clean = 0;
    while (clean < length && value.charAt(clean) >= ' ' && value.charAt(clean) < 0x7F) {
      clean++;
    }
    if (clean == length) {
      return value;
    }
    StringBuilder kept = new StringBuilder(value.length());
    value
        .chars()
        .filter(c -> c == '\t' || (c >= ' ' && c < 0x7F))
        .forEach(c -> kept.append((char) c));
    return kept.toString();
  }

  /**
   * An attribute's value as the CloudEvents HTTP binding writes it (section 3.1.3.2): what is no
   * visible ASCII, the double quote and the percent sign as the %-codes of its UTF-8 bytes.
   */
  static String percentEncoded(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    StringBuilder encoded = new StringBuilder(bytes.length);
    for (byte each : bytes) {
      if (each > ' ' && each < 0x7F && each != '"' && each != '%') {
        encoded.append((char) each);
      } else {
        encoded.append('%').append(HEX.charAt(each >> 4 & 0xF)).append(HEX.charAt(each & 0xF));
      }
    }
    return encoded.toString();
  }
}
