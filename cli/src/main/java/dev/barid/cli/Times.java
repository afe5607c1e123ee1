package dev.barid.cli;

import dev.barid.core.text.Durations;
import dev.barid.core.text.InvalidInputException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Function;

/** Times as people give them to options such as {@code --since}. */
public final class Times {

  private static final List<Function<String, Instant>> FORMS =
      List.of(
          text -> OffsetDateTime.parse(text).toInstant(),
          text -> LocalDateTime.parse(text).toInstant(ZoneOffset.UTC),
          text -> LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant());

  private Times() {}

  /**
   * The time that the text stands for.
   *
   * @param text {@code 2026-01-31T12:00:00Z}, the same without an offset or a day alone, in UTC, or
   *     a duration such as {@code 2h}: so long ago
   * @param now what "ago" counts from
   * @throws InvalidInputException if it is neither
   */
  public static Instant parse(String text, Instant now) {
    String trimmed = text.trim();
    for (Function<String, Instant> form : FORMS) {
      try {
        return form.apply(trimmed);
      } catch (DateTimeException other) {
        // The next form, then.
      }
    }
    try {
      return now.minus(Durations.parse(trimmed));
    } catch (InvalidInputException neither) {
      throw new InvalidInputException(
          "time", text, "a time such as 2026-01-31T12:00:00Z or 2026-01-31, or how long ago: 2h");
    }
  }
}
