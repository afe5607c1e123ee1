package dev.barid.core.delivery;

import dev.barid.core.event.Event;

/**
 * One event for one endpoint, with all its attempts.
 *
 * @param event what to send
 * @param endpoint the endpoint's id within the event's subscriber
 * @param history what has happened so far
 */
public record Delivery(Event event, String endpoint, History history) {

  /** The same delivery with a newer history. */
  public Delivery with(History newer) {
    return new Delivery(event, endpoint, newer);
  }
}
