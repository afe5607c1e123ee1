package dev.barid.testkit.guarantee;

import dev.barid.core.subscriber.EndpointKey;

/**
 * One event for one endpoint.
 *
 * @param endpoint with an empty id for an event that ended before its endpoints were known
 */
public record DeliveryId(String eventId, EndpointKey endpoint) {

  static DeliveryId of(String eventId, String subscriber, String endpoint) {
    return new DeliveryId(eventId, new EndpointKey(subscriber, endpoint));
  }

  /** The event, without an endpoint. */
  DeliveryId ofEvent() {
    return of(eventId, endpoint.subscriber(), "");
  }

  @Override
  public String toString() {
    return eventId + " → " + endpoint;
  }
}
