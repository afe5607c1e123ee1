package dev.barid.standalone.demo;

import dev.barid.core.text.InvalidInputException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long the demonstration is.
 *
 * @param events how many events are sent
 * @param over how long that takes
 */
record DemoOptions(int events, Duration over) {

  private static final int DEFAULT_SECONDS = 15;
  private static final int DEFAULT_PER_SECOND = 40;
  private static final int MAX_SECONDS = 3_600;
  private static final int MAX_EVENTS = 1_000_000;

  /** What was asked for, with the defaults for the rest. */
  static DemoOptions of(@Nullable Integer seconds, @Nullable Integer events) {
    int chosenSeconds =
        seconds == null ? DEFAULT_SECONDS : check("--seconds", seconds, MAX_SECONDS);
    int chosenEvents =
        events == null ? chosenSeconds * DEFAULT_PER_SECOND : check("--events", events, MAX_EVENTS);
    return new DemoOptions(chosenEvents, Duration.ofSeconds(chosenSeconds));
  }

  private static int check(String option, int number, int max) {
    if (number < 1 || number > max) {
      throw new InvalidInputException(option, Integer.toString(number), "1 to " + max);
    }
    return number;
  }
}
