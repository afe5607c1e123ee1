package dev.barid.testkit.guarantee;

import java.time.Instant;

/**
 * Something that was interrupted on purpose.
 *
 * @param what in a few words, such as {@code KillDispatcher dispatcher-1}
 * @param from when it began
 * @param until when all was well again
 */
public record Disturbance(Kind kind, String what, Instant from, Instant until) {

  /**
   * What may be repeated because of it, see {@link RepeatsOnlyInFlight}; those that explain less
   * first.
   */
  public enum Kind {
    /** A dispatcher was gone at once. */
    KILLED,
    /** A dispatcher stood still, or could not reach the brokers: others took over meanwhile. */
    STALLED,
    /** A dispatcher came, or left in order. */
    RESTARTED,
    /** Brokers were away: what was done could not be written. */
    BROKERS_AWAY,
    /** Nothing that could make a request repeat. */
    HARMLESS
  }

  @Override
  public String toString() {
    return what + " " + from + " to " + until;
  }
}
