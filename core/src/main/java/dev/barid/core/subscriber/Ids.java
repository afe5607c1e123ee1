package dev.barid.core.subscriber;

import dev.barid.core.text.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The form of ids. */
public final class Ids {

  private static final int MAX_LENGTH = 128;
  private static final int MAX_EVENT_ID_LENGTH = 256;

  private Ids() {}

  /**
   * Checks the id of a subscriber or an endpoint.
   *
   * @throws InvalidInputException unless it has 1 to 128 of {@code A-Za-z0-9_-}
   */
  public static String check(String field, String id) {
    if (!isValid(id)) {
      throw new InvalidInputException(field, id, "1 to 128 of A-Z a-z 0-9 _ -");
    }
    return id;
  }

  /** The subscriber id in a record's key, if the key is one. */
  public static Optional<String> fromKey(byte[] key) {
    if (key.length == 0 || key.length > MAX_LENGTH) {
      return Optional.empty();
    }
    String id = new String(key, StandardCharsets.ISO_8859_1);
    return isValid(id) ? Optional.of(id) : Optional.empty();
  }

  /** Whether an event id has 1 to 256 printable ASCII characters and no dot. */
  public static boolean isValidEventId(String id) {
    if (id.isEmpty() || id.length() > MAX_EVENT_ID_LENGTH) {
      return false;
    }
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      if (c <= 0x20 || c >= 0x7f || c == '.') {
        return false;
      }
    }
    return true;
  }

  static boolean isValid(String id) {
    if (id.isEmpty() || id.length() > MAX_LENGTH) {
      return false;
    }
    for (int i = 0; i < id.length(); i++) {
      if (!isIdCharacter(id.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isIdCharacter(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-';
  }
}
