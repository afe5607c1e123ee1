package dev.barid.standalone.registry;

import dev.barid.core.signing.WebhookSecret;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** The signing secrets inside a subscriber's entry: filled in where missing, and masked. */
final class Secrets {

  private static final String SECRETS = "secrets";
  private static final String ENDPOINTS = "endpoints";
  private static final int SHOWN_CHARS = 6;

  /** User and password in a URL. */
  private static final Pattern USER_INFO = Pattern.compile("^(\\w+://)[^/?#]*@");

  /** Names of headers whose values let somebody in. */
  private static final Pattern TELLING = Pattern.compile("(?i)auth|token|secret|key|cookie|pass");

  private Secrets() {}

  /**
   * Gives each endpoint that names no secrets those that it has in the stored entry, or else a new
   * one.
   *
   * @param entry changed in place
   * @param stored the entry that it replaces, if there is one
   * @param random a {@code SecureRandom}
   * @return endpoint id to new secret, in the order of the entry
   */
  static Map<String, String> fill(
      ObjectNode entry, Optional<JsonNode> stored, RandomGenerator random) {
    Map<String, String> generated = new LinkedHashMap<>();
    for (ObjectNode endpoint : endpoints(entry)) {
      if (!endpoint.path(SECRETS).isEmpty() || isWrong(endpoint.path(SECRETS))) {
        continue;
      }
      Optional<JsonNode> kept = stored.flatMap(old -> secretsOf(old, endpoint.path("id")));
      if (kept.isPresent()) {
        endpoint.set(SECRETS, kept.get());
      } else {
        String secret = WebhookSecret.generate(random).reveal();
        endpoint.putArray(SECRETS).add(secret);
        generated.put(endpoint.path("id").asString(""), secret);
      }
    }
    return generated;
  }

  /** A copy of the entry that shows of each secret only what kind it is, and no password. */
  static JsonNode masked(JsonNode entry) {
    JsonNode copy = entry.deepCopy();
    for (ObjectNode endpoint : endpoints(copy)) {
      if (endpoint.get(SECRETS) instanceof ArrayNode secrets) {
        for (int i = 0; i < secrets.size(); i++) {
          secrets.set(i, mask(secrets.get(i)));
        }
      } else if (endpoint.has(SECRETS)) {
        endpoint.put(SECRETS, "***");
      }
      maskUrl(endpoint);
      if (endpoint.get("headers") instanceof ObjectNode headers) {
        List.copyOf(headers.propertyNames()).stream()
            .filter(name -> TELLING.matcher(name).find())
            .forEach(name -> headers.put(name, "***"));
      }
    }
    return copy;
  }

  private static void maskUrl(ObjectNode endpoint) {
    String url = endpoint.path("url").asString("");
    if (USER_INFO.matcher(url).find()) {
      endpoint.put("url", USER_INFO.matcher(url).replaceFirst("$1***@"));
    }
  }

  /** Of an object, all but when it ends. */
  private static JsonNode mask(JsonNode secret) {
    if (secret instanceof ObjectNode object) {
      for (String name : List.copyOf(object.propertyNames())) {
        if (!name.equals("until")) {
          object.put(name, maskText(object.path(name)));
        }
      }
      return object;
    }
    return StringNode.valueOf(maskText(secret));
  }

  private static String maskText(JsonNode secret) {
    String text = secret.isString() ? secret.stringValue() : "";
    int prefix = text.indexOf('_') + 1;
    return (prefix <= SHOWN_CHARS ? text.substring(0, prefix) : "") + "***";
  }

  /** Present, but neither null nor a list: left for the check to refuse. */
  private static boolean isWrong(JsonNode secrets) {
    return !secrets.isMissingNode() && !secrets.isNull() && !secrets.isArray();
  }

  private static Optional<JsonNode> secretsOf(JsonNode entry, JsonNode id) {
    return endpoints(entry).stream()
        .filter(endpoint -> id.isString() && endpoint.path("id").equals(id))
        .map(endpoint -> endpoint.path(SECRETS))
        .filter(secrets -> secrets.isArray() && !secrets.isEmpty())
        .findFirst();
  }

  /** The endpoints of an entry, checked or not. */
  static List<ObjectNode> endpoints(JsonNode entry) {
    List<ObjectNode> endpoints = new ArrayList<>();
    if (entry.path(ENDPOINTS).isArray()) {
      for (JsonNode endpoint : entry.path(ENDPOINTS)) {
        if (endpoint instanceof ObjectNode object) {
          endpoints.add(object);
        }
      }
    }
    return endpoints;
  }
}
