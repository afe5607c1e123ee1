package dev.barid.dlq;

import dev.barid.core.text.InvalidInputException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a dead letter is.
 *
 * @param topic the full topic name
 * @param partition its partition
 * @param offset its offset
 */
record Position(String topic, int partition, long offset) {

  private static final Pattern FORM = Pattern.compile("(.+)-(\\d{1,9})-(\\d{1,18})");

  /**
   * Reads a position as {@code dlq list} shows it.
   *
   * @throws InvalidInputException if it is none
   */
  static Position parse(String text) {
    Matcher form = FORM.matcher(text.trim());
    if (!form.matches()) {
      throw new InvalidInputException(
          "position", text, "topic-partition-offset as dlq list shows it, e.g. barid.dlq-3-17");
    }
    return new Position(
        form.group(1), Integer.parseInt(form.group(2)), Long.parseLong(form.group(3)));
  }

  @Override
  public String toString() {
    return topic + "-" + partition + "-" + offset;
  }
}
