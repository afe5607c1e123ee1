package dev.barid.core.subscriber;

/**
 * An endpoint among all subscribers' endpoints.
 *
 * @param subscriber the subscriber's id
 * @param endpoint the endpoint's id
 */
public record EndpointKey(String subscriber, String endpoint) {

  /** {@code subscriber/endpoint}, as topics' keys and logs have it. */
  @Override
  public String toString() {
    return subscriber + "/" + endpoint;
  }
}
