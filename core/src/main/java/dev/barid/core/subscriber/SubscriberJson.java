package dev.barid.core.subscriber;

import dev.barid.core.net.EndpointUrl;
import dev.barid.core.policy.Policy;
import dev.barid.core.text.InvalidInputException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The registry's JSON. Written entries are checked strictly; stored ones are read leniently, so
 * that a damaged endpoint fails alone.
 */
public final class SubscriberJson {

  /** The longest entry, in bytes. */
  public static final int MAX_BYTES = 1 << 20;

  private static final int MAX_ENDPOINTS = 1_000;

  private static final Set<String> SUBSCRIBER_KEYS = Set.of("id", "notify", "endpoints");
  private static final Set<String> ENDPOINT_KEYS =
      Set.of(
          "id",
          "url",
          "secrets",
          "eventTypes",
          "headers",
          "state",
          OperatorActions.RESUMED_AT,
          "policy",
          "concurrency",
          "ratePerSecond",
          "burst");

  private SubscriberJson() {}

  /**
   * Reads an entry as someone wrote it, before it is stored.
   *
   * @throws InvalidInputException naming the first field that is wrong, its value and what was
   *     expected
   */
  public static Subscriber parse(JsonNode entry) {
    JsonFields fields = JsonFields.of("", entry, SUBSCRIBER_KEYS);
    String id = Ids.check("id", fields.requiredText("id"));
    Optional<String> notify = notify(fields);
    List<JsonNode> nodes = endpointNodes(fields);
    if (nodes.isEmpty()) {
      throw new InvalidInputException("endpoints", "0 endpoints", "at least one");
    }
    List<EndpointEntry> endpoints = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < nodes.size(); i++) {
      Endpoint endpoint = endpoint(pathOf(i), nodes.get(i));
      if (!ids.add(endpoint.id())) {
        throw taken(i, endpoint.id());
      }
      endpoints.add(new EndpointEntry.Usable(endpoint));
    }
    return new Subscriber(id, notify, endpoints);
  }

  /**
   * Reads an entry as the registry has it. Whatever is wrong with an endpoint makes that endpoint
   * {@link EndpointEntry.Faulty}; fields of the subscriber that aren't known, perhaps of a later
   * version, are passed over, and so is a {@code notify} that is no id.
   *
   * @throws InvalidInputException if not even the subscriber's id and its list of endpoints can be
   *     read
   */
  public static Subscriber readStored(byte[] json) {
    JsonFields fields = JsonFields.ofAny("", JsonText.lenient(json));
    String id = Ids.check("id", fields.requiredText("id"));
    List<JsonNode> nodes = endpointNodes(fields);
    Set<String> written = new HashSet<>();
    nodes.forEach(node -> writtenId(node).ifPresent(written::add));
    Map<String, EndpointEntry> endpoints = new LinkedHashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      String endpointId = writtenId(nodes.get(i)).orElse(standIn(i, written));
      EndpointEntry entry =
          endpoints.containsKey(endpointId)
              ? new EndpointEntry.Faulty(endpointId, taken(i, endpointId).getMessage())
              : stored(endpointId, pathOf(i), nodes.get(i));
      endpoints.put(endpointId, entry);
    }
    return new Subscriber(id, storedNotify(fields), List.copyOf(endpoints.values()));
  }

  /**
   * The JSON tree of an entry as someone wrote it.
   *
   * @throws InvalidInputException if the bytes are no JSON, or too many, or a field is there twice
   */
  public static JsonNode tree(byte[] json) {
    return JsonText.strict(json);
  }

  /** The bytes of an entry. */
  public static byte[] bytes(JsonNode entry) {
    return JsonText.bytes(entry);
  }

  private static List<JsonNode> endpointNodes(JsonFields fields) {
    List<JsonNode> nodes = fields.nodes("endpoints");
    if (nodes.size() > MAX_ENDPOINTS) {
      throw new InvalidInputException(
          "endpoints", nodes.size() + " endpoints", "at most " + MAX_ENDPOINTS);
    }
    return nodes;
  }

  private static Optional<String> notify(JsonFields fields) {
    return fields.text("notify").map(other -> Ids.check("notify", other));
  }

  private static Optional<String> storedNotify(JsonFields fields) {
    try {
      return notify(fields);
    } catch (InvalidInputException nobody) {
      return Optional.empty();
    }
  }

  private static EndpointEntry stored(String id, String path, JsonNode node) {
    try {
      return new EndpointEntry.Usable(endpoint(path, node));
    } catch (InvalidInputException wrong) {
      return new EndpointEntry.Faulty(id, wrong.getMessage());
    }
  }

  private static Optional<String> writtenId(JsonNode node) {
    JsonNode id = node.path("id");
    return id.isString() && Ids.isValid(id.stringValue())
        ? Optional.of(id.stringValue())
        : Optional.empty();
  }

  /** The id of an endpoint that has none: its dead letters must name one, and no other's. */
  private static String standIn(int index, Set<String> written) {
    String id = "endpoint-" + index;
    while (written.contains(id)) {
      id += "_";
    }
    return id;
  }

  private static InvalidInputException taken(int index, String id) {
    return new InvalidInputException(
        pathOf(index) + ".id", id, "an id that no other endpoint of the subscriber has");
  }

  private static String pathOf(int index) {
    return "endpoints[" + index + "]";
  }

  private static Endpoint endpoint(String path, JsonNode node) {
    JsonFields fields = JsonFields.of(path, node, ENDPOINT_KEYS);
    String id = Ids.check(fields.path("id"), fields.requiredText("id"));
    EndpointUrl url = EndpointUrl.parse(fields.path("url"), fields.requiredText("url"));
    List<String> eventTypes = fields.texts("eventTypes");
    return new Endpoint(
        id,
        new Endpoint.Target(url, ExtraHeaders.read(fields, "headers")),
        SecretsJson.read(fields),
        fields.made(() -> new EventTypes(eventTypes)),
        new Endpoint.Standing(state(fields), resumeGeneration(fields)),
        fields
            .node("policy")
            .map(policy -> PolicyJson.read(fields.path("policy"), policy))
            .orElse(Policy.STANDARD),
        limits(fields));
  }

  private static EndpointState state(JsonFields fields) {
    String text = fields.text("state").orElse("active");
    for (EndpointState state : EndpointState.values()) {
      if (state.name().toLowerCase(Locale.ROOT).equals(text)) {
        return state;
      }
    }
    throw new InvalidInputException(fields.path("state"), text, "active, paused or disabled");
  }

  /** A time rather than a count: a count would begin again whenever the entry is replaced. */
  private static long resumeGeneration(JsonFields fields) {
    return fields
        .text(OperatorActions.RESUMED_AT)
        .map(text -> epochMs(fields.path(OperatorActions.RESUMED_AT), text))
        .orElse(0L);
  }

  private static long epochMs(String field, String text) {
    try {
      long epochMs = Instant.parse(text).toEpochMilli();
      if (epochMs >= 0) {
        return epochMs;
      }
    } catch (DateTimeException | ArithmeticException notATime) {
      // Said below, as for one before 1970.
    }
    throw new InvalidInputException(field, text, "a time such as 2026-01-31T12:00:00Z");
  }

  private static Limits limits(JsonFields fields) {
    int concurrency = fields.integer("concurrency", Limits.DEFAULT.concurrency());
    double rate = fields.decimal("ratePerSecond", Limits.DEFAULT.ratePerSecond());
    int burst = fields.integer("burst", Limits.oneSecondsWorth(rate));
    return fields.made(() -> new Limits(concurrency, rate, burst));
  }
}
