package dev.barid.testkit.guarantee;

import java.time.Instant;

/**
 * A record of a delivery on its way: one that waits, is parked, or comes back.
 *
 * @param acceptedAtMs when the event was accepted, or redriven: the same over one life of the
 *     delivery
 * @param attempts attempts made
 * @param deferrals how often it was put off since the last of them
 * @param opensLife whether a redrive wrote it: a new life of the delivery, from attempt 0
 * @param at the record's timestamp
 */
public record Step(
    Place place,
    DeliveryId delivery,
    long acceptedAtMs,
    int attempts,
    int deferrals,
    boolean opensLife,
    Instant at) {

  /** Where it lies. */
  public enum Place {
    /** In a delay tier, written by a dispatcher. */
    WAITING,
    /** In {@code parked}, written by a dispatcher. */
    PARKED,
    /** In {@code redeliveries}, written by a scheduler, or by a redrive. */
    COMING_BACK
  }
}
