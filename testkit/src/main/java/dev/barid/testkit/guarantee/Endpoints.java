package dev.barid.testkit.guarantee;

import static java.util.Objects.requireNonNull;

import dev.barid.core.subscriber.Endpoint;
import dev.barid.core.subscriber.EndpointEntry;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.subscriber.Subscriber;
import dev.barid.core.subscriber.SubscriberJson;
import dev.barid.testkit.StoredRecord;
import dev.barid.testkit.TestBroker;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Who asked for what, and where they are: the registry. */
public final class Endpoints {
  private final Map<String, Subscriber> subscribers = new HashMap<>();

  /** Endpoints of now and of before: what was sent to them may arrive late. */
  private final Map<String, Set<EndpointKey>> byTarget = new HashMap<>();

  private Endpoints() {}

  /** Those of the topic {@code subscribers}. */
  public static Endpoints read(TestBroker broker) {
    Endpoints endpoints = new Endpoints();
    for (StoredRecord entry : broker.readAll(broker.topics().subscribers())) {
      if (entry.value().isEmpty()) {
        endpoints.subscribers.remove(entry.key().orElseThrow());
      } else {
        endpoints.add(SubscriberJson.readStored(requireNonNull(entry.source().value())));
      }
    }
    return endpoints;
  }

  public static Endpoints of(Collection<Subscriber> subscribers) {
    Endpoints endpoints = new Endpoints();
    subscribers.forEach(endpoints::add);
    return endpoints;
  }

  private void add(Subscriber subscriber) {
    subscribers.put(subscriber.id(), subscriber);
    for (EndpointEntry entry : subscriber.endpoints()) {
      usable(entry)
          .ifPresent(
              endpoint ->
                  byTarget
                      .computeIfAbsent(
                          endpoint.target().url().requestTarget(), unseen -> new LinkedHashSet<>())
                      .add(new EndpointKey(subscriber.id(), endpoint.id())));
    }
  }

  /** The deliveries that an event is to make; one without an endpoint if it has nowhere to go. */
  Set<DeliveryId> asking(Published event) {
    return select(event, true);
  }

  /** The deliveries that endpoints' filters leave out. */
  Set<DeliveryId> filtering(Published event) {
    return select(event, false);
  }

  private Set<DeliveryId> select(Published event, boolean asking) {
    Set<DeliveryId> deliveries = new LinkedHashSet<>();
    Subscriber subscriber = subscribers.get(event.subscriber());
    if (subscriber == null || subscriber.endpoints().isEmpty()) {
      if (asking) {
        deliveries.add(DeliveryId.of(event.eventId(), event.subscriber(), ""));
      }
      return deliveries;
    }
    for (EndpointEntry entry : subscriber.endpoints()) {
      boolean asks =
          usable(entry).map(found -> found.eventTypes().match(event.type())).orElse(true);
      if (asks == asking) {
        deliveries.add(DeliveryId.of(event.eventId(), event.subscriber(), entry.id()));
      }
    }
    return deliveries;
  }

  /** The endpoint as it is now, if it is there and can be used. */
  Optional<Endpoint> find(EndpointKey key) {
    return Optional.ofNullable(subscribers.get(key.subscriber()))
        .flatMap(subscriber -> subscriber.endpoint(key.endpoint()))
        .flatMap(Endpoints::usable);
  }

  /**
   * Whose request it was.
   *
   * @param target the request's path and query
   * @param subscriber whose event it was, if that is known; else the only one it can be
   */
  public Optional<EndpointKey> at(String target, Optional<String> subscriber) {
    return byTarget.getOrDefault(target, Set.of()).stream()
        .filter(key -> subscriber.map(id -> id.equals(key.subscriber())).orElse(true))
        .findFirst();
  }

  private static Optional<Endpoint> usable(EndpointEntry entry) {
    return entry instanceof EndpointEntry.Usable usable
        ? Optional.of(usable.endpoint())
        : Optional.empty();
  }
}
