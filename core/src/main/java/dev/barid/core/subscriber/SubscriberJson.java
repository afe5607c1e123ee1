package dev.barid.core.subscriber;

import dev.barid.core.net.EndpointUrl;
import dev.barid.core.policy.Policy;
import dev.barid.core.signing.WebhookSecret;
import dev.barid.core.text.InvalidInputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The registry's JSON. Written entries are checked strictly; stored ones are read leniently, so
 * that a damaged endpoint fails alone.
 */
public final class SubscriberJson {

  /** The longest entry, in bytes. */
  public static final int MAX_BYTES = 1 << 20;

  private static final int MAX_ENDPOINTS = 1_000;
  private static final int MAX_HEADERS = 100;
  private static final int MAX_SECRETS = 10;

  private static final Set<String> SUBSCRIBER_KEYS = Set.of("id", "notify", "endpoints");
  private static final Set<String> ENDPOINT_KEYS =
      Set.of(
          "id",
          "url",
          "secrets",
          "eventTypes",
          "headers",
          "state",
          "policy",
          "concurrency",
          "ratePerSecond",
          "burst");

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY).build();

  private SubscriberJson() {}

  /**
   * Reads an entry as someone wrote it, before it is stored.
   *
   * @throws InvalidInputException naming the first field that is wrong, its value and what was
   *     expected
   */
  public static Subscriber parse(JsonNode entry) {
    Subscriber subscriber = read(entry);
    for (EndpointEntry endpoint : subscriber.endpoints()) {
      if (endpoint instanceof EndpointEntry.Faulty) {
        endpointAt(entry, subscriber.endpoints().indexOf(endpoint));
      }
    }
    return subscriber;
  }

  /**
   * Reads an entry as the registry has it.
   *
   * @throws InvalidInputException if not even the subscriber's id and its list of endpoints can be
   *     read; a wrong endpoint is {@link EndpointEntry.Faulty} instead
   */
  public static Subscriber readStored(byte[] json) {
    return read(tree(json));
  }

  /**
   * The JSON tree of an entry.
   *
   * @throws InvalidInputException if the bytes are no JSON, or too many
   */
  public static JsonNode tree(byte[] json) {
    if (json.length > MAX_BYTES) {
      throw new InvalidInputException(
          "subscriber", json.length + " bytes", "at most " + MAX_BYTES + " bytes");
    }
    try {
      JsonNode node = MAPPER.readTree(json);
      if (node == null || node.isMissingNode()) {
        throw new InvalidInputException("subscriber", "(empty)", "a JSON object");
      }
      return node;
    } catch (JacksonException broken) {
      throw new InvalidInputException("subscriber", broken.getOriginalMessage(), "a JSON object");
    }
  }

  /** The bytes of an entry. */
  public static byte[] bytes(JsonNode entry) {
    return MAPPER.writeValueAsBytes(entry);
  }

  private static Subscriber read(JsonNode entry) {
    JsonFields fields = JsonFields.of("", entry, SUBSCRIBER_KEYS);
    String id = Ids.check("id", fields.requiredText("id"));
    Optional<String> notify = fields.text("notify").map(other -> Ids.check("notify", other));
    List<JsonNode> nodes = fields.nodes("endpoints");
    if (nodes.size() > MAX_ENDPOINTS) {
      throw new InvalidInputException(
          "endpoints", nodes.size() + " endpoints", "at most " + MAX_ENDPOINTS);
    }
    List<EndpointEntry> endpoints = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < nodes.size(); i++) {
      EndpointEntry endpoint = entryAt(entry, i);
      if (!ids.add(endpoint.id())) {
        throw new InvalidInputException(
            "endpoints[" + i + "].id", endpoint.id(), "an id that no other endpoint has");
      }
      endpoints.add(endpoint);
    }
    return new Subscriber(id, notify, endpoints);
  }

  private static EndpointEntry entryAt(JsonNode entry, int index) {
    try {
      return new EndpointEntry.Usable(endpointAt(entry, index));
    } catch (InvalidInputException wrong) {
      return new EndpointEntry.Faulty(idAt(entry, index), wrong.getMessage());
    }
  }

  private static String idAt(JsonNode entry, int index) {
    JsonNode id = entry.path("endpoints").path(index).path("id");
    return id.isString() && Ids.isValid(id.stringValue()) ? id.stringValue() : "endpoint-" + index;
  }

  private static Endpoint endpointAt(JsonNode entry, int index) {
    String path = "endpoints[" + index + "]";
    JsonFields fields = JsonFields.of(path, entry.path("endpoints").path(index), ENDPOINT_KEYS);
    return new Endpoint(
        Ids.check(fields.path("id"), fields.requiredText("id")),
        new Endpoint.Target(
            EndpointUrl.parse(fields.path("url"), fields.requiredText("url")), headers(fields)),
        secrets(fields),
        new EventTypes(fields.texts("eventTypes")),
        state(fields),
        fields
            .node("policy")
            .map(node -> PolicyJson.read(fields.path("policy"), node))
            .orElse(Policy.STANDARD),
        limits(fields));
  }

  private static List<WebhookSecret> secrets(JsonFields fields) {
    List<String> texts = fields.texts("secrets");
    if (texts.isEmpty() || texts.size() > MAX_SECRETS) {
      throw new InvalidInputException(
          fields.path("secrets"), texts.size() + " secrets", "1 to " + MAX_SECRETS);
    }
    List<WebhookSecret> secrets = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      secrets.add(WebhookSecret.parse(fields.path("secrets") + "[" + i + "]", texts.get(i)));
    }
    return secrets;
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

  private static Limits limits(JsonFields fields) {
    double rate = fields.decimal("ratePerSecond", Limits.DEFAULT.ratePerSecond());
    return new Limits(
        fields.integer("concurrency", Limits.DEFAULT.concurrency()),
        rate,
        fields.integer("burst", Limits.oneSecondsWorth(rate)));
  }

  private static Map<String, String> headers(JsonFields fields) {
    Map<String, String> headers = new LinkedHashMap<>();
    fields
        .node("headers")
        .ifPresent(
            node -> {
              String path = fields.path("headers");
              if (!node.isObject() || node.size() > MAX_HEADERS) {
                throw new InvalidInputException(
                    path, node.size() + " entries", "an object of at most " + MAX_HEADERS);
              }
              node.properties()
                  .forEach(
                      header ->
                          headers.put(
                              ExtraHeaders.checkName(path, header.getKey()),
                              ExtraHeaders.checkValue(
                                  path + "." + header.getKey(), header.getValue())));
            });
    return headers;
  }
}
