package dev.barid.core.text;

import java.util.Locale;

/** Foreign text made fit for one line of a log, a header or an error message. */
public final class Printable {
  private static final String CUT = "…";

  private Printable() {}

  /**
   * The text on one line: control characters, line separators, format characters such as
   * bidirectional overrides, and lone surrogates are written as {@code \\uXXXX}.
   *
   * @param text any text
   * @param maxChars the most characters to keep of {@code text}; what was cut is shown by an
   *     ellipsis
   */
  public static String line(String text, int maxChars) {
    StringBuilder shown = new StringBuilder(Math.min(text.length(), maxChars) + 1);
    int index = 0;
    while (index < text.length()) {
      int codePoint = text.codePointAt(index);
      int next = index + Character.charCount(codePoint);
      if (next > maxChars) {
        return shown.append(CUT).toString();
      }
      appendEscaped(shown, codePoint);
      index = next;
    }
    return shown.toString();
  }

  private static void appendEscaped(StringBuilder shown, int codePoint) {
    switch (codePoint) {
      case '\n' -> shown.append("\\n");
      case '\r' -> shown.append("\\r");
      case '\t' -> shown.append("\\t");
      default -> {
        if (isPrintable(codePoint)) {
          shown.appendCodePoint(codePoint);
        } else {
          shown.append(String.format(Locale.ROOT, "\\u%04x", codePoint));
        }
      }
    }
  }

  private static boolean isPrintable(int codePoint) {
    int type = Character.getType(codePoint);
    return type != Character.CONTROL
        && type != Character.FORMAT
        && type != Character.SURROGATE
        && type != Character.LINE_SEPARATOR
        && type != Character.PARAGRAPH_SEPARATOR;
  }
}
