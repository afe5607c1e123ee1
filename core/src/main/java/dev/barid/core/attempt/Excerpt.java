package dev.barid.core.attempt;

import java.nio.charset.StandardCharsets;

/** The start of a response body, as text that is safe to store whatever the bytes were. */
public final class Excerpt {
  /** The most that is kept of a response, in bytes of UTF-8. */
  public static final int MAX_BYTES = 1024;

  private static final int REPLACEMENT = 0xFFFD;

  private Excerpt() {}

  /**
   * The body's start as text: what is no UTF-8 becomes U+FFFD.
   *
   * @return at most {@link #MAX_BYTES} when encoded as UTF-8
   */
  public static String of(byte[] body) {
    int length = Math.min(body.length, MAX_BYTES);
    // A character cut by the limit decodes to U+FFFD at the end; better no character than that one.
    int whole = length < body.length ? wholeCharacters(body, length) : length;
    return bounded(new String(body, 0, whole, StandardCharsets.UTF_8));
  }

  /**
   * The text's start that takes at most {@link #MAX_BYTES} as UTF-8, cut between characters. A lone
   * surrogate, which UTF-8 and JSON can't carry, becomes U+FFFD.
   */
  public static String bounded(String text) {
    String whole =
        text.chars().anyMatch(c -> Character.isSurrogate((char) c)) ? paired(text) : text;
    int bytes = 0;
    int index = 0;
    while (index < whole.length()) {
      int codePoint = whole.codePointAt(index);
      bytes += utf8Length(codePoint);
      if (bytes > MAX_BYTES) {
        return whole.substring(0, index);
      }
      index += Character.charCount(codePoint);
    }
    return whole;
  }

  private static String paired(String text) {
    StringBuilder paired = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            codePoint ->
                paired.appendCodePoint(
                    Character.getType(codePoint) == Character.SURROGATE ? REPLACEMENT : codePoint));
    return paired.toString();
  }

  private static int wholeCharacters(byte[] body, int length) {
    int start = length;
    while (start > length - 4 && isContinuation(body[start])) {
      start--;
    }
    return isContinuation(body[start]) ? length : start;
  }

  private static boolean isContinuation(byte value) {
    return (value & 0xC0) == 0x80;
  }

  private static int utf8Length(int codePoint) {
    if (codePoint < 0x80) {
      return 1;
    }
    if (codePoint < 0x800) {
      return 2;
    }
    return codePoint < 0x10000 ? 3 : 4;
  }
}
