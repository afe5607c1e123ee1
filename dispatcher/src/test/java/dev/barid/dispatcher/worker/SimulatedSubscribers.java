package dev.barid.dispatcher.worker;

import dev.barid.core.net.EndpointUrl;
import dev.barid.core.policy.Backoff;
import dev.barid.core.policy.BreakerPolicy;
import dev.barid.core.policy.Jitter;
import dev.barid.core.policy.Policy;
import dev.barid.core.signing.WebhookSecret;
import dev.barid.core.subscriber.Endpoint;
import dev.barid.core.subscriber.EndpointEntry;
import dev.barid.core.subscriber.EndpointState;
import dev.barid.core.subscriber.EventTypes;
import dev.barid.core.subscriber.Limits;
import dev.barid.core.subscriber.SigningSecret;
import dev.barid.core.subscriber.Subscriber;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** The subscribers of a simulation: which endpoints they have is fixed, all else changes. */
final class SimulatedSubscribers {

  /** Put into the registry some time later. */
  static final String LATE = "late";

  /** Deleted some time. */
  static final String LEAVING = "leaving";

  /** Never in the registry. */
  static final String GHOST = "ghost";

  static final String NO_ENDPOINTS = "none";

  private static final EventTypes ORDERS = new EventTypes(List.of("order.*"));

  private static final Map<String, Map<String, EventTypes>> ENDPOINTS = new LinkedHashMap<>();

  static {
    ENDPOINTS.put("one", new TreeMap<>(Map.of("a", EventTypes.ALL)));
    ENDPOINTS.put("two", new TreeMap<>(Map.of("a", ORDERS, "b", EventTypes.ALL)));
    ENDPOINTS.put(
        "three", new TreeMap<>(Map.of("a", EventTypes.ALL, "b", ORDERS, "faulty", EventTypes.ALL)));
    ENDPOINTS.put("picky", new TreeMap<>(Map.of("a", ORDERS)));
    ENDPOINTS.put(NO_ENDPOINTS, new TreeMap<>(Map.of()));
    ENDPOINTS.put(LATE, new TreeMap<>(Map.of("a", EventTypes.ALL, "b", ORDERS)));
    ENDPOINTS.put(LEAVING, new TreeMap<>(Map.of("a", EventTypes.ALL, "b", EventTypes.ALL)));
    ENDPOINTS.put(GHOST, new TreeMap<>(Map.of()));
  }

  private static final Duration LONGEST_OPEN = Duration.ofMinutes(2);
  private static final WebhookSecret SECRET = WebhookSecret.generate(new Random(1));
  private static final EndpointUrl URL = EndpointUrl.parse("url", "https://hooks.example/in");

  private SimulatedSubscribers() {}

  static List<String> ids() {
    return List.copyOf(ENDPOINTS.keySet());
  }

  /** The endpoints of the subscriber that ask for an event of this type. */
  static Set<String> asking(String subscriber, Optional<String> type) {
    Set<String> asking = new LinkedHashSet<>();
    ENDPOINTS
        .getOrDefault(subscriber, Map.of())
        .forEach(
            (id, types) -> {
              if (types.match(type)) {
                asking.add(id);
              }
            });
    return asking;
  }

  /** An entry of the subscriber, with anything that may change at random, unless calm. */
  static Subscriber entry(String subscriber, Random random, Instant now, boolean calm) {
    List<EndpointEntry> endpoints = new ArrayList<>();
    ENDPOINTS
        .getOrDefault(subscriber, Map.of())
        .forEach(
            (id, types) ->
                endpoints.add(
                    id.equals("faulty")
                        ? new EndpointEntry.Faulty(id, "url \"\"")
                        : new EndpointEntry.Usable(endpoint(id, types, random, now, calm))));
    return new Subscriber(subscriber, Optional.empty(), endpoints);
  }

  private static Endpoint endpoint(
      String id, EventTypes types, Random random, Instant now, boolean calm) {
    EndpointState state = calm || random.nextInt(3) > 0 ? EndpointState.ACTIVE : anyState(random);
    long resumedAt = calm || random.nextInt(4) == 0 ? now.toEpochMilli() : 0;
    return new Endpoint(
        id,
        new Endpoint.Target(URL, Map.of()),
        List.of(SigningSecret.lasting(SECRET)),
        types,
        new Endpoint.Standing(state, resumedAt),
        new Policy(
            new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1), Jitter.EQUAL),
            1 + random.nextInt(4),
            calm ? Duration.ofDays(30) : Duration.ofSeconds(1 + random.nextInt(5_000)),
            Duration.ofSeconds(15),
            2,
            Policy.STANDARD.statusRules(),
            new BreakerPolicy(
                1 + random.nextInt(5), Duration.ofSeconds(1 + random.nextInt(40)), LONGEST_OPEN)),
        calm
            ? Limits.of(10, 1_000)
            : new Limits(
                1 + random.nextInt(4),
                random.nextInt(3) == 0 ? 0.01 + random.nextDouble() : 1_000,
                1 + random.nextInt(3)));
  }

  private static EndpointState anyState(Random random) {
    EndpointState[] states = EndpointState.values();
    return states[random.nextInt(states.length)];
  }
}
