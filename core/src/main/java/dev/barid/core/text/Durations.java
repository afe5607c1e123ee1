package dev.barid.core.text;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: one whole number and one unit, {@code 250ms 30s 5m 2h 3d}. */
public final class Durations {
  /** The longest duration accepted anywhere: 365 days. */
  public static final Duration MAX = Duration.ofDays(365);

  private static final String EXPECTED =
      "a whole number and a unit out of ms, s, m, h, d, such as 30s, at most 365d";

  /** 15 digits times the longest unit stays within a long of milliseconds. */
  private static final Pattern FORM = Pattern.compile("0*([0-9]{1,15}?)(ms|s|m|h|d)");

  private static final int MAX_CHARS = 64;

  private static final long SECOND_MS = 1_000;
  private static final long MINUTE_MS = 60 * SECOND_MS;
  private static final long HOUR_MS = 60 * MINUTE_MS;
  private static final long DAY_MS = 24 * HOUR_MS;

  private Durations() {}

  /**
   * Reads a duration.
   *
   * @param text such as {@code 30s}; no sign, fraction or space
   * @return from zero to {@link #MAX}, in whole milliseconds
   * @throws InvalidInputException when the text is no such duration, naming it {@code duration}
   */
  public static Duration parse(String text) {
    return parse("duration", text);
  }

  /**
   * Reads the duration given for a field.
   *
   * @param field named in the error
   * @param text such as {@code 30s}; no sign, fraction or space
   * @return from zero to {@link #MAX}, in whole milliseconds
   * @throws InvalidInputException when the text is no such duration
   */
  public static Duration parse(String field, String text) {
    Matcher form = FORM.matcher(text);
    if (text.length() > MAX_CHARS || !form.matches()) {
      throw new InvalidInputException(field, text, EXPECTED);
    }
    long count = Long.parseLong(form.group(1));
    long unitMs = unitMs(form.group(2));
    if (count > MAX.toMillis() / unitMs) {
      throw new InvalidInputException(field, text, EXPECTED);
    }
    return Duration.ofMillis(count * unitMs);
  }

  /**
   * The shortest exact form that {@link #parse} reads back: {@code 1h} for 3600 s, {@code 90s} for
   * a minute and a half, {@code 0s} for zero. What is finer than a millisecond is cut.
   *
   * @throws IllegalArgumentException when the duration is negative
   */
  public static String format(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException("duration \"" + duration + "\" (expected: not negative)");
    }
    long ms = duration.toMillis();
    if (ms == 0) {
      return "0s";
    }
    if (ms % DAY_MS == 0) {
      return ms / DAY_MS + "d";
    }
    if (ms % HOUR_MS == 0) {
      return ms / HOUR_MS + "h";
    }
    if (ms % MINUTE_MS == 0) {
      return ms / MINUTE_MS + "m";
    }
    return ms % SECOND_MS == 0 ? ms / SECOND_MS + "s" : ms + "ms";
  }

  private static long unitMs(String unit) {
    return switch (unit) {
      case "ms" -> 1;
      case "s" -> SECOND_MS;
      case "m" -> MINUTE_MS;
      case "h" -> HOUR_MS;
      case "d" -> DAY_MS;
      default -> throw new AssertionError(unit);
    };
  }
}
