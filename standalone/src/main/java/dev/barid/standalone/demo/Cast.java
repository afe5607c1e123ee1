package dev.barid.standalone.demo;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Who takes part: the subscribers with their endpoints, and what events they get. */
final class Cast {

  static final List<Part> PARTS =
      List.of(
          Part.of("bakery", "orders", Behaviour.GOOD),
          Part.of("clinic", "visits", Behaviour.SLOW),
          Part.of("garage", "repairs", Behaviour.FLAKY),
          Part.of("hotel", "bookings", Behaviour.DEAD),
          Part.of("museum", "tickets", Behaviour.PICKY),
          Part.of("shop", "orders", Behaviour.GOOD, "order.*"),
          Part.of("shop", "billing", Behaviour.FLAKY, "invoice.*"),
          Part.of("shop", "audit", Behaviour.GOOD));

  /** The one that is down at first, and repaired later. */
  static final String DEAD_SUBSCRIBER = "hotel";

  private static final List<String> TYPES =
      List.of("order.created", "order.shipped", "invoice.paid");

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private Cast() {}

  static List<String> subscribers() {
    return PARTS.stream().map(Part::subscriber).distinct().toList();
  }

  /** The type of the n-th event. */
  static String type(int number) {
    // By rounds, so that each subscriber gets all types in turn.
    return TYPES.get(number / subscribers().size() % TYPES.size());
  }

  /** The subscriber of the n-th event. */
  static String subscriber(int number) {
    return subscribers().get(number % subscribers().size());
  }

  /**
   * The registry entries.
   *
   * @param urls part to URL
   * @return subscriber id to its entry, with no secrets yet
   */
  static Map<String, ObjectNode> entries(Map<Part, String> urls) {
    Map<String, List<Part>> bySubscriber =
        PARTS.stream()
            .collect(Collectors.groupingBy(Part::subscriber, TreeMap::new, Collectors.toList()));
    Map<String, ObjectNode> entries = new TreeMap<>();
    bySubscriber.forEach(
        (subscriber, parts) -> {
          ObjectNode entry = MAPPER.createObjectNode().put("id", subscriber);
          ArrayNode endpoints = entry.putArray("endpoints");
          parts.forEach(part -> endpoints.add(endpoint(part, urls.getOrDefault(part, ""))));
          entries.put(subscriber, entry);
        });
    return entries;
  }

  private static ObjectNode endpoint(Part part, String url) {
    ObjectNode endpoint = MAPPER.createObjectNode().put("id", part.endpoint()).put("url", url);
    if (!part.eventTypes().isEmpty()) {
      ArrayNode types = endpoint.putArray("eventTypes");
      part.eventTypes().forEach(types::add);
    }
    endpoint.put("ratePerSecond", 1_000).put("concurrency", 20);
    endpoint.set("policy", policy());
    return endpoint;
  }

  /** Minutes and hours in real life; here somebody watches. */
  private static ObjectNode policy() {
    ObjectNode policy = MAPPER.createObjectNode().put("maxAttempts", 4);
    policy.putObject("backoff").put("base", "300ms").put("cap", "2s");
    // An open breaker would park what is to die and be redriven.
    policy.putObject("breaker").put("failures", 100_000);
    return policy;
  }
}
