package dev.barid.core.subscriber;

import dev.barid.core.text.InvalidInputException;
import java.util.List;
import java.util.Optional;

/**
 * Which event types an endpoint wants: exact names, {@code order.*} for every type below {@code
 * order.}, {@code *} for every type. No pattern at all wants every event, typed or not.
 *
 * @param patterns the patterns as written, at most 1000 of at most 256 characters each
 */
public record EventTypes(List<String> patterns) {

  /** Wants every event. */
  public static final EventTypes ALL = new EventTypes(List.of());

  private static final int MAX_LENGTH = 256;
  private static final int MAX_PATTERNS = 1_000;

  public EventTypes {
    patterns = List.copyOf(patterns);
    if (patterns.size() > MAX_PATTERNS) {
      throw new InvalidInputException(
          "eventTypes", patterns.size() + " patterns", "at most " + MAX_PATTERNS);
    }
    for (int i = 0; i < patterns.size(); i++) {
      check("eventTypes[" + i + "]", patterns.get(i));
    }
  }

  /** Whether an event of this type goes to the endpoint. */
  public boolean match(Optional<String> type) {
    if (patterns.isEmpty()) {
      return true;
    }
    return patterns.stream().anyMatch(pattern -> matches(pattern, type));
  }

  private static boolean matches(String pattern, Optional<String> type) {
    if (pattern.equals("*")) {
      return true;
    }
    if (type.isEmpty()) {
      return false;
    }
    return pattern.endsWith(".*")
        ? type.get().startsWith(pattern.substring(0, pattern.length() - 1))
        : type.get().equals(pattern);
  }

  private static void check(String field, String pattern) {
    int star = pattern.indexOf('*');
    boolean starOnlyAtEnd =
        star < 0 || pattern.equals("*") || (pattern.endsWith(".*") && star == pattern.length() - 1);
    boolean isText = !pattern.isBlank() && pattern.chars().noneMatch(Character::isISOControl);
    if (!isText || pattern.length() > MAX_LENGTH || !starOnlyAtEnd) {
      throw new InvalidInputException(
          field, pattern, "an event type such as order.created, order.* or *");
    }
  }
}
