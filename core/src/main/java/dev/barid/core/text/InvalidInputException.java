package dev.barid.core.text;

import java.util.Objects;

/**
 * A value that somebody gave is not acceptable: names the field, the value and what was expected.
 *
 * <p>The message is {@code field "value" (expected: …)}. Never pass a secret as the value; pass
 * what may be shown of it. What looks like one all the same is masked: somebody may have written it
 * where it doesn't belong.
 */
public final class InvalidInputException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN_CHARS = 100;

  private final String field;
  private final String value;
  private final String expected;

  /**
   * Describes one refused value.
   *
   * @param field what was given, by the name its giver knows it by, e.g. {@code backoff.base}
   * @param value what was given; shortened to 100 characters, control characters escaped
   * @param expected what would have been accepted, e.g. {@code a duration such as 30s}
   */
  public InvalidInputException(String field, String value, String expected) {
    this(new Shown(Masked.secretsIn(field), shown(value)), expected);
  }

  private InvalidInputException(Shown shown, String expected) {
    super(shown.field() + " \"" + shown.value() + "\" (expected: " + expected + ")");
    this.field = shown.field();
    this.value = shown.value();
    this.expected = expected;
  }

  /**
   * The same error for someone who knows the field by a longer name.
   *
   * @param path what the field is part of, such as {@code endpoints[0].policy}
   */
  public InvalidInputException within(String path) {
    InvalidInputException longer =
        new InvalidInputException(new Shown(path + "." + field, value), expected);
    longer.setStackTrace(getStackTrace());
    return longer;
  }

  private record Shown(String field, String value) {}

  private static String shown(String value) {
    return Printable.line(Masked.secretsIn(value), SHOWN_CHARS);
  }

  /** The name of what was given. */
  public String field() {
    return field;
  }

  /** What was given, as shown in the message. */
  public String value() {
    return value;
  }

  /** What would have been accepted. */
  public String expected() {
    return expected;
  }

  /** Never null, unlike that of exceptions in general. */
  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
