package dev.barid.testkit.guarantee;

import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.topic.RetryTiers;
import dev.barid.testkit.HandledRequest;
import dev.barid.testkit.Receiver;
import dev.barid.testkit.TestBroker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that can be known of a run from the outside.
 *
 * @param published what was sent, by whoever sent it: not by Barid
 * @param endpoints the registry
 * @param arrivals what endpoints got, in the order in which they got it
 * @param topics what lies in the topics
 */
public record Observation(
    List<Published> published, Endpoints endpoints, List<Arrival> arrivals, TopicContents topics) {

  public Observation {
    published = List.copyOf(published);
    arrivals = List.copyOf(arrivals);
  }

  /** How much was seen; if it grows no more, all has come to rest. */
  public int size() {
    return arrivals.size()
        + topics.steps().size()
        + topics.letters().size()
        + topics.attempts().size();
  }

  /** Of a test with one receiver whose events all lie in {@code events}. */
  public static Observation of(TestBroker broker, RetryTiers tiers, Receiver receiver) {
    // Before the topics: what arrived has its cause in them.
    List<HandledRequest> requests = receiver.handled();
    TopicContents topics = TopicContents.read(broker, tiers);
    Endpoints endpoints = Endpoints.read(broker);
    Map<String, String> subscribers = new HashMap<>();
    topics.events().forEach(event -> subscribers.put(event.eventId(), event.subscriber()));
    List<Arrival> arrivals =
        requests.stream().map(request -> arrival(request, endpoints, subscribers)).toList();
    return new Observation(topics.events(), endpoints, arrivals, topics);
  }

  private static Arrival arrival(
      HandledRequest handled, Endpoints endpoints, Map<String, String> subscribers) {
    String eventId = handled.request().header("webhook-id").orElse("");
    String target = handled.request().target();
    EndpointKey endpoint =
        endpoints
            .at(target, Optional.ofNullable(subscribers.get(eventId)))
            .orElse(new EndpointKey("", target));
    return new Arrival(
        new DeliveryId(eventId, endpoint),
        handled.request().at(),
        handled.request().header("X-Delivery-Attempt").map(Integer::parseInt).orElse(0),
        handled.status(),
        handled.endedAt(),
        handled.complete());
  }
}
