package dev.barid.core.policy;

import dev.barid.core.text.Durations;
import dev.barid.core.text.InvalidInputException;
import java.time.Duration;

/** The bounds of a policy's numbers, refused with the field's name. */
final class Checks {
  private Checks() {}

  static void duration(String field, Duration value, Duration least) {
    duration(field, value, least, Durations.MAX);
  }

  static void duration(String field, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new InvalidInputException(
          field,
          value.isNegative() ? value.toString() : Durations.format(value),
          "from " + Durations.format(least) + " to " + Durations.format(most));
    }
  }

  static void count(String field, int value, int least, int most) {
    if (value < least || value > most) {
      throw new InvalidInputException(
          field, Integer.toString(value), "a whole number from " + least + " to " + most);
    }
  }
}
