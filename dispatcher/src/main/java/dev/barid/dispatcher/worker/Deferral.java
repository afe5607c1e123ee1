package dev.barid.dispatcher.worker;

import java.time.Duration;

/** How long a delivery is put off without an attempt. Pure. */
final class Deferral {

  static final Duration LONGEST = Duration.ofHours(1);

  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration PAUSED_FIRST = Duration.ofSeconds(30);
  private static final int MOST_DOUBLINGS = 16;

  private Deferral() {}

  /**
   * The wait for a lane that is full.
   *
   * @param slot how far ahead the lane's next free slot is
   * @param deferrals how often the delivery was put off before; each time it waits longer at least,
   *     so that nothing circles through the topics
   */
  static Duration forFullLane(Duration slot, int deferrals) {
    return atMostLongest(longer(slot, doubled(SHORTEST, deferrals)));
  }

  /** The wait for a paused endpoint to be active again. */
  static Duration forPaused(int deferrals) {
    return atMostLongest(doubled(PAUSED_FIRST, deferrals));
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
