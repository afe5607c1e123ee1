package dev.barid.core.text;

import java.util.regex.Pattern;

/** Foreign text without what looks like a secret: the last net under error messages. */
final class Masked {
  private static final Pattern SIGNING_SECRET =
      Pattern.compile("\\b(wh(?:sec|sk)_)[A-Za-z0-9+/=_-]+");

  /** Up to the last at sign, since a password may hold one that should have been encoded. */
  private static final Pattern USER_INFO = Pattern.compile("(?<=://)[^\\s\"]*@");

  private Masked() {}

  /** The text with signing secrets, and URLs' users and passwords, as three asterisks. */
  static String secretsIn(String text) {
    if (!text.contains("wh") && !text.contains("@")) {
      return text;
    }
    String unsigned = SIGNING_SECRET.matcher(text).replaceAll("$1***");
    return USER_INFO.matcher(unsigned).replaceAll("***@");
  }
}
