package dev.barid.dlq;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * Bytes of somebody else's, made fit to be shown.
 *
 * @param size how many bytes there are in all
 * @param shown the text, or the bytes in base64; of the beginning only, if there were too many
 * @param isText whether it is text: UTF-8 without control characters but line ends and tabs
 * @param isCut whether only the beginning is shown
 */
record Payload(int size, String shown, boolean isText, boolean isCut) {

  /**
   * The bytes as they will be shown.
   *
   * @param most how many bytes to show at most
   */
  static Payload of(byte[] bytes, int most) {
    boolean isCut = bytes.length > most;
    int textEnd = isCut ? characterStart(bytes, most) : bytes.length;
    try {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, textEnd)).toString();
      if (text.chars().allMatch(Payload::isPrintable)) {
        return new Payload(bytes.length, text, true, isCut);
      }
    } catch (CharacterCodingException notText) {
      // Shown as bytes, then.
    }
    byte[] beginning = isCut ? Arrays.copyOf(bytes, most) : bytes;
    String base64 = Base64.getEncoder().encodeToString(beginning);
    return new Payload(bytes.length, base64, false, isCut);
  }

  /** The last place at or before the index where a character of UTF-8 begins. */
  private static int characterStart(byte[] bytes, int index) {
    int start = index;
    while (start > 0 && start > index - 4 && (bytes[start] & 0xC0) == 0x80) {
      start--;
    }
    return start;
  }

  private static boolean isPrintable(int c) {
    return c == '\n' || c == '\r' || c == '\t' || !Character.isISOControl(c);
  }

  /** What it is, in words: {@code 12 bytes of text}. */
  String kind() {
    String form = isText ? "text" : "no text, here in base64";
    return size + " bytes, " + form + (isCut ? ", the beginning of it (all with --full)" : "");
  }
}
