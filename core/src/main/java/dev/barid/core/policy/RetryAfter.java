package dev.barid.core.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The {@code Retry-After} response field (RFC 9110, section 10.2.3). */
public final class RetryAfter {
  /** The most that is heeded unless set otherwise. */
  public static final Duration DEFAULT_CAP = Duration.ofHours(24);

  /** Longer than any date or sensible number of seconds; what is longer is not looked at. */
  private static final int MAX_CHARS = 64;

  /** 317 years: a larger number is a mistake rather than a wish. */
  private static final int MAX_DIGITS = 10;

  private RetryAfter() {}

  /**
   * Reads a field value: whole seconds or an HTTP date. Never throws: what is neither is ignored.
   *
   * @param value the field's value as received
   * @param now what a date is compared with
   * @return how long to wait from {@code now}, zero for a date that is past; empty when the value
   *     is to be ignored. Not capped
   */
  public static Optional<Duration> parse(String value, Instant now) {
    String text = trimmed(value);
    if (text.isEmpty() || text.length() > MAX_CHARS) {
      return Optional.empty();
    }
    if (text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return seconds(text);
    }
    return HttpDate.parse(text, now)
        .map(date -> date.isAfter(now) ? Duration.between(now, date) : Duration.ZERO);
  }

  /** The wait, but never more than the cap. */
  public static Duration capped(Duration wait, Duration cap) {
    return wait.compareTo(cap) > 0 ? cap : wait;
  }

  private static Optional<Duration> seconds(String digits) {
    int start = 0;
    while (start < digits.length() - 1 && digits.charAt(start) == '0') {
      start++;
    }
    return digits.length() - start > MAX_DIGITS
        ? Optional.empty()
        : Optional.of(Duration.ofSeconds(Long.parseLong(digits.substring(start))));
  }

  /** Without the optional white space of HTTP fields, which is space and tab only. */
  private static String trimmed(String value) {
    int start = 0;
    int end = value.length();
    while (start < end && isBlank(value.charAt(start))) {
      start++;
    }
    while (end > start && isBlank(value.charAt(end - 1))) {
      end--;
    }
    return value.substring(start, end);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
