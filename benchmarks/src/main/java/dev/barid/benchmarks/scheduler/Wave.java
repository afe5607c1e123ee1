package dev.barid.benchmarks.scheduler;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;

/**
 * Deliveries of one kind and when they are due.
 *
 * @param kind theirs
 * @param first the first one's number
 * @param count how many
 * @param dueMs when the one of that number is due, epoch milliseconds
 */
record Wave(Mark.Kind kind, int first, int count, IntToLongFunction dueMs) {

  /** All that is due much later is due between these, from now: in the longest tier. */
  private static final Duration FAR_FROM = Duration.ofMinutes(45);

  private static final Duration FAR_TO = Duration.ofMinutes(60);

  /** Deliveries to be held, in no order of their due times. */
  static Wave far(int first, int count, long nowMs) {
    SplittableRandom random = new SplittableRandom(first);
    return new Wave(
        Mark.Kind.FAR,
        first,
        count,
        number -> nowMs + random.nextLong(FAR_FROM.toMillis(), FAR_TO.toMillis()));
  }

  /** Deliveries due at a steady rate, the first one then. */
  static Wave steady(Mark.Kind kind, int first, int count, long startMs, int perSecond) {
    return new Wave(kind, first, count, number -> startMs + (number - first) * 1_000L / perSecond);
  }
}
