package dev.barid.dispatcher.worker;

import java.time.Duration;

/** How long a delivery is put off without an attempt. Pure. */
final class Deferral {

  static final Duration LONGEST = Duration.ofHours(1);

  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final int MOST_DOUBLINGS = 16;

  private Deferral() {}

  /**
   * The wait for a slot: of a lane that is full, or of the retry budget.
   *
   * @param slot how far ahead the slot is
   * @param deferrals how often the delivery was put off before; each time it waits longer at least,
   *     so that nothing circles through the topics
   */
  static Duration untilSlot(Duration slot, int deferrals) {
    return atMostLongest(longer(slot, doubled(SHORTEST, deferrals)));
  }

  private static Duration doubled(Duration first, int times) {
    return first.multipliedBy(1L << Math.min(times, MOST_DOUBLINGS));
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  private static Duration atMostLongest(Duration wait) {
    return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
  }
}
