package dev.barid.core.subscriber;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * An endpoint among all subscribers' endpoints.
 *
 * @param subscriber the subscriber's id
 * @param endpoint the endpoint's id
 */
public record EndpointKey(String subscriber, String endpoint) {

  /** The endpoint that a record's key names, the form of {@link #toString}; empty if it is none. */
  public static Optional<EndpointKey> fromKey(byte[] key) {
    String text = new String(key, StandardCharsets.ISO_8859_1);
    int slash = text.indexOf('/');
    if (slash < 0) {
      return Optional.empty();
    }
    String subscriber = text.substring(0, slash);
    String endpoint = text.substring(slash + 1);
    return Ids.isValid(subscriber) && Ids.isValid(endpoint)
        ? Optional.of(new EndpointKey(subscriber, endpoint))
        : Optional.empty();
  }

  /** The key of the endpoint's records. */
  public byte[] toKey() {
    return toString().getBytes(StandardCharsets.UTF_8);
  }

  /** {@code subscriber/endpoint}, as topics' keys and logs have it. */
  @Override
  public String toString() {
    return subscriber + "/" + endpoint;
  }
}
