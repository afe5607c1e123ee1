package dev.barid.core.subscriber;

import java.util.List;
import java.util.Optional;

/**
 * Who receives events.
 *
 * @param id the key of its events
 * @param noticesTo the subscriber that is told of its endpoints' troubles
 * @param endpoints in the order of the registry entry, ids unique
 */
public record Subscriber(String id, Optional<String> noticesTo, List<EndpointEntry> endpoints) {

  public Subscriber {
    endpoints = List.copyOf(endpoints);
  }

  /** The endpoint with this id, if there is one. */
  public Optional<EndpointEntry> endpoint(String endpointId) {
    return endpoints.stream().filter(entry -> entry.id().equals(endpointId)).findFirst();
  }
}
