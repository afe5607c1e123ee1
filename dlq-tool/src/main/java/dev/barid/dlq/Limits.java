package dev.barid.dlq;

import dev.barid.core.text.InvalidInputException;

/** Checks the numbers that options give. */
final class Limits {

  private Limits() {}

  /**
   * The number, if it is 1 or more.
   *
   * @throws InvalidInputException naming the option, otherwise
   */
  static long atLeastOne(String option, long number) {
    if (number < 1) {
      throw new InvalidInputException(option, Long.toString(number), "a whole number from 1");
    }
    return number;
  }
}
