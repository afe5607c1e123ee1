package dev.barid.standalone.demo;

/**
 * An open entry of the DLQ.
 *
 * @param subscriber its key
 * @param endpoint the endpoint's id; empty if the event had none to go to
 * @param eventId the event's id
 * @param reason why it is there
 */
record DeadLetter(String subscriber, String endpoint, String eventId, String reason) {

  /** Whether it ends deliveries to this part; without an endpoint, it ends those to all. */
  boolean concerns(Part part) {
    return subscriber.equals(part.subscriber())
        && (endpoint.isEmpty() || endpoint.equals(part.endpoint()));
  }
}
