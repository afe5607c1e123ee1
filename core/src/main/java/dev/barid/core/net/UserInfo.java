package dev.barid.core.net;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** The {@code user:password} part of a URL, and the percent-encoding it is written in. */
final class UserInfo {
  private UserInfo() {}

  /**
   * The Basic credentials (RFC 7617) of a URL's user information.
   *
   * @return empty when it can't be decoded to text without control characters, or when the user's
   *     name has a colon, which Basic can't carry
   */
  static Optional<String> authorization(String userInfo) {
    int colon = userInfo.indexOf(':');
    Optional<String> user = decode(colon < 0 ? userInfo : userInfo.substring(0, colon));
    Optional<String> password = decode(colon < 0 ? "" : userInfo.substring(colon + 1));
    if (user.isEmpty() || password.isEmpty() || user.get().indexOf(':') >= 0) {
      return Optional.empty();
    }
    byte[] both = (user.get() + ":" + password.get()).getBytes(StandardCharsets.UTF_8);
    return Optional.of("Basic " + Base64.getEncoder().encodeToString(both));
  }

  /** Whether two hexadecimal digits follow each percent sign. */
  static boolean isPercentEncodingValid(String text) {
    for (int at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at + 1)) {
      if (at + 3 > text.length() || !text.substring(at + 1, at + 3).matches("[0-9a-fA-F]{2}")) {
        return false;
      }
    }
    return true;
  }

  private static Optional<String> decode(String text) {
    if (!isPercentEncodingValid(text)) {
      return Optional.empty();
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '%') {
        bytes.write(Integer.parseInt(text.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        bytes.write(text.charAt(i));
      }
    }
    try {
      String decoded =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes.toByteArray()))
              .toString();
      return decoded.chars().anyMatch(Character::isISOControl)
          ? Optional.empty()
          : Optional.of(decoded);
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
