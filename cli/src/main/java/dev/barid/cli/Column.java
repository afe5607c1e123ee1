package dev.barid.cli;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One column of the rows that a command prints.
 *
 * @param name its key in JSON, in camel case
 * @param kind how a table shows it
 * @param value takes the value out of a row: a String, Number, Boolean, Instant, an Optional of
 *     one, or null for none
 * @param <R> the row
 */
public record Column<R>(String name, Kind kind, Function<R, ? extends @Nullable Object> value) {

  /** How a table shows a column. */
  public enum Kind {
    /** Cut with an ellipsis where the terminal is too narrow. */
    TEXT,
    /** Never cut: something to copy. */
    WHOLE,
    /** Aligned right, never cut. */
    NUMBER,
    /** Never cut, but left out where the terminal is too narrow. */
    SPARE,
    /** Only in JSON. */
    HIDDEN
  }

  private static final String NONE = "-";

  public static <R> Column<R> text(String name, Function<R, ? extends @Nullable Object> value) {
    return new Column<>(name, Kind.TEXT, value);
  }

  public static <R> Column<R> whole(String name, Function<R, ? extends @Nullable Object> value) {
    return new Column<>(name, Kind.WHOLE, value);
  }

  public static <R> Column<R> number(String name, Function<R, ? extends @Nullable Object> value) {
    return new Column<>(name, Kind.NUMBER, value);
  }

  public static <R> Column<R> spare(String name, Function<R, ? extends @Nullable Object> value) {
    return new Column<>(name, Kind.SPARE, value);
  }

  public static <R> Column<R> hidden(String name, Function<R, ? extends @Nullable Object> value) {
    return new Column<>(name, Kind.HIDDEN, value);
  }

  /** The name as a heading: {@code lagSeconds} is {@code LAG SECONDS}. */
  String heading() {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1 $2").toUpperCase(Locale.ROOT);
  }

  /** The value as a table shows it: times to the second, a dash for none. */
  String cell(R row) {
    Object plain = plain(row);
    if (plain == null) {
      return NONE;
    }
    String text =
        plain instanceof Instant time
            ? time.truncatedTo(ChronoUnit.SECONDS).toString()
            : plain.toString();
    return text.isEmpty() ? NONE : text;
  }

  /** The value without its Optional, null for none. */
  @Nullable Object plain(R row) {
    Object found = value.apply(row);
    return found instanceof Optional<?> optional ? optional.orElse(null) : found;
  }
}
