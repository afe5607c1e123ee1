package dev.barid.standalone.attempts;

import dev.barid.cli.Column;
import dev.barid.core.attempt.AttemptEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How attempts are shown: with all their fields as JSON, and what tells most as a table. */
final class AttemptColumns {

  /** The contract's fields, in its order. */
  static final List<Column<AttemptEntry>> JSON =
      List.of(
          Column.text("time", AttemptEntry::time),
          Column.text("subscriber", AttemptEntry::subscriber),
          Column.text("endpoint", AttemptEntry::endpoint),
          Column.text("eventId", AttemptEntry::eventId),
          Column.text("eventType", AttemptEntry::eventType),
          Column.number("attempt", AttemptEntry::attempt),
          Column.text("kind", AttemptEntry::kind),
          Column.number("status", AttemptEntry::status),
          Column.text("errorClass", AttemptEntry::errorClass),
          Column.text("error", AttemptEntry::error),
          Column.number("durationMs", AttemptEntry::durationMs),
          Column.text("excerpt", AttemptEntry::excerpt),
          Column.text("outcome", AttemptEntry::outcome),
          Column.text("nextDueAt", AttemptEntry::nextDueAt));

  private AttemptColumns() {}

  /**
   * A table's columns: none for what the filter makes the same in every row, and none but one that
   * could take room from the result, which is what the question is about.
   */
  static List<Column<AttemptEntry>> table(AttemptFilter filter) {
    List<Column<AttemptEntry>> columns = new ArrayList<>();
    columns.add(Column.whole("time", AttemptEntry::time));
    if (filter.subscriber().isEmpty()) {
      columns.add(Column.text("endpoint", entry -> entry.subscriber() + "/" + entry.endpoint()));
    } else if (filter.endpoint().isEmpty()) {
      columns.add(Column.text("endpoint", AttemptEntry::endpoint));
    }
    if (filter.event().isEmpty()) {
      columns.add(Column.text("event", AttemptEntry::eventId));
    }
    columns.add(Column.number("#", AttemptEntry::attempt));
    columns.add(Column.text("result", AttemptColumns::result));
    columns.add(Column.whole("outcome", AttemptColumns::outcome));
    columns.add(Column.spare("took", entry -> rough(Duration.ofMillis(entry.durationMs()))));
    return List.copyOf(columns);
  }

  /** What went wrong, and how the endpoint put it; of a success just the status. */
  private static String result(AttemptEntry entry) {
    String what = entry.error().or(() -> entry.status().map(status -> "HTTP " + status)).orElse("");
    String said = entry.excerpt().strip();
    return entry.errorClass().isEmpty() || said.isEmpty() ? what : what + ": " + said;
  }

  private static String outcome(AttemptEntry entry) {
    Optional<Duration> wait = entry.nextDueAt().map(due -> Duration.between(entry.time(), due));
    return entry.outcome() + wait.map(time -> " in " + rough(time)).orElse("");
  }

  /** As exact as one reads it: {@code 85ms}, {@code 1.2s}, {@code 58s}, {@code 12m}. */
  private static String rough(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    if (seconds == 0) {
      return duration.isNegative() ? "0ms" : duration.toMillis() + "ms";
    }
    if (seconds < 10) {
      return String.format(Locale.ROOT, "%.1fs", duration.toMillis() / 1_000.0);
    }
    if (seconds < Duration.ofMinutes(2).toSeconds()) {
      return seconds + "s";
    }
    if (seconds < Duration.ofHours(2).toSeconds()) {
      return seconds / 60 + "m";
    }
    return seconds < Duration.ofDays(2).toSeconds()
        ? seconds / 3_600 + "h"
        : seconds / 86_400 + "d";
  }
}
