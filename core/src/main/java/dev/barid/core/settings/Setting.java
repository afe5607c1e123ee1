package dev.barid.core.settings;

import dev.barid.core.text.InvalidInputException;
import java.util.Locale;
import java.util.function.Function;

/**
 * One setting.
 *
 * @param key its name in a configuration file, such as {@code retryBudget.share}
 * @param defaultText the value where none is given, as it would be written; empty for none
 * @param expected what a value must look like, in words
 * @param parser turns the text into the value; throws IllegalArgumentException for anything else
 * @param doc one sentence for the configuration reference
 */
public record Setting<T>(
    String key, String defaultText, String expected, Function<String, T> parser, String doc) {

  /**
   * The environment variable that sets it: {@code retryBudget.share} is BARID_RETRY_BUDGET_SHARE.
   */
  public String environmentVariable() {
    String snake = key.replaceAll("(?<=[a-z0-9])(?=[A-Z][a-z])", "_").replaceAll("[.-]", "_");
    return "BARID_" + snake.toUpperCase(Locale.ROOT);
  }

  /**
   * The value that the text stands for.
   *
   * @throws InvalidInputException naming this setting, the text and what was expected
   */
  public T parse(String text) {
    try {
      return parser.apply(text.trim());
    } catch (InvalidInputException named) {
      throw named.field().equals(key) && !isSecret() ? named : refused(text);
    } catch (IllegalArgumentException unreadable) {
      throw refused(text);
    }
  }

  /** Whether the value must never be shown. */
  public boolean isSecret() {
    return key.startsWith("secrets.");
  }

  private InvalidInputException refused(String text) {
    return new InvalidInputException(key, isSecret() ? "(not shown)" : text, expected);
  }

  @Override
  public String toString() {
    return key;
  }
}
