package dev.barid.scheduler;

import java.util.OptionalLong;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** The numbers in internal headers: decimal digits, nothing else. */
final class HeaderNumber {

  /** Digits that always fit a long. */
  private static final int MAX_DIGITS = 18;

  private HeaderNumber() {}

  /** The header's number, not negative; empty if there is no header, or no number in it. */
  static OptionalLong of(@Nullable Header header) {
    byte[] text = header == null ? null : header.value();
    if (text == null || text.length == 0 || text.length > MAX_DIGITS) {
      return OptionalLong.empty();
    }
    long number = 0;
    for (byte digit : text) {
      if (digit < '0' || digit > '9') {
        return OptionalLong.empty();
      }
      number = 10 * number + (digit - '0');
    }
    return OptionalLong.of(number);
  }
}
