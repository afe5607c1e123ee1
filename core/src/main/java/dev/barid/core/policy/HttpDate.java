package dev.barid.core.policy;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An HTTP date in the three forms that RFC 9110, section 5.6.7, has recipients accept. Written out
 * rather than left to {@code DateTimeFormatter}, whose month names depend on the locale data. The
 * name of the weekday must be one, but need not fit the date.
 */
final class HttpDate {
  private static final List<String> MONTHS =
      List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

  private static final String MONTH = "(?<month>" + String.join("|", MONTHS) + ")";
  private static final String TIME = "(?<hour>[0-9]{2}):(?<minute>[0-9]{2}):(?<second>[0-9]{2})";

  /** The form that is sent today: {@code Sun, 06 Nov 1994 08:49:37 GMT}. */
  private static final Pattern IMF_FIXDATE =
      Pattern.compile(
          "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>[0-9]{2}) "
              + MONTH
              + " (?<year>[0-9]{4}) "
              + TIME
              + " GMT");

  /** Obsolete: {@code Sunday, 06-Nov-94 08:49:37 GMT}. */
  private static final Pattern RFC_850 =
      Pattern.compile(
          "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>[0-9]{2})-"
              + MONTH
              + "-(?<year>[0-9]{2}) "
              + TIME
              + " GMT");

  /** Obsolete, what C's asctime() gives: {@code Sun Nov 6 08:49:37 1994}, the day two wide. */
  private static final Pattern ASCTIME =
      Pattern.compile(
          "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) "
              + MONTH
              + " (?<day>[0-9]{2}| [0-9]) "
              + TIME
              + " (?<year>[0-9]{4})");

  private HttpDate() {}

  /** The instant the text stands for; empty when it is no HTTP date. */
  static Optional<Instant> parse(String text, Instant now) {
    for (Pattern form : List.of(IMF_FIXDATE, ASCTIME, RFC_850)) {
      Matcher fields = form.matcher(text);
      if (fields.matches()) {
        int year = Integer.parseInt(fields.group("year"));
        return form == RFC_850 ? twoDigitYear(fields, year, now) : instant(fields, year);
      }
    }
    return Optional.empty();
  }

  /** A two-digit year that seems more than 50 years ahead is in the past (same section). */
  private static Optional<Instant> twoDigitYear(Matcher fields, int year, Instant now) {
    LocalDateTime today = LocalDateTime.ofInstant(now, ZoneOffset.UTC);
    int thisYear = today.getYear();
    int candidate = thisYear - Math.floorMod(thisYear, 100) + year;
    // The century that brings the date closest below 50 years from now.
    int latest = candidate + 100;
    Instant limit = today.plusYears(50).toInstant(ZoneOffset.UTC);
    for (int fullYear = latest; fullYear >= candidate - 100; fullYear -= 100) {
      Optional<Instant> date = instant(fields, fullYear);
      if (date.isPresent() && !date.get().isAfter(limit)) {
        return date;
      }
    }
    return Optional.empty();
  }

  private static Optional<Instant> instant(Matcher fields, int year) {
    int second = number(fields, "second");
    // The grammar allows a leap second, java.time doesn't know it.
    int leap = second == 60 ? 1 : 0;
    try {
      LocalDateTime date =
          LocalDateTime.of(
              year,
              MONTHS.indexOf(fields.group("month")) + 1,
              number(fields, "day"),
              number(fields, "hour"),
              number(fields, "minute"),
              second - leap);
      return Optional.of(date.plusSeconds(leap).toInstant(ZoneOffset.UTC));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static int number(Matcher fields, String name) {
    return Integer.parseInt(fields.group(name).trim());
  }
}
