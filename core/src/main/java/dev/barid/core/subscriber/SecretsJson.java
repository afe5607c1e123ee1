package dev.barid.core.subscriber;

import dev.barid.core.signing.WebhookSecret;
import dev.barid.core.text.InvalidInputException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The signing secrets of an endpoint. Each is a text, or, while it is rotated out, an object with
 * the time at which it stops: {@code {"secret": "whsec_…", "until": "2026-01-31T12:00:00Z"}}. One
 * at least must have no end, so that there is always one to sign with.
 */
final class SecretsJson {

  private static final int MAX_SECRETS = 10;
  private static final Set<String> KEYS = Set.of("secret", "until");

  private SecretsJson() {}

  static List<SigningSecret> read(JsonFields endpoint) {
    String path = endpoint.path("secrets");
    List<JsonNode> nodes = endpoint.nodes("secrets");
    if (nodes.isEmpty() || nodes.size() > MAX_SECRETS) {
      throw new InvalidInputException(path, nodes.size() + " secrets", "1 to " + MAX_SECRETS);
    }
    List<SigningSecret> secrets = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      secrets.add(secret(path + "[" + i + "]", nodes.get(i)));
    }
    if (secrets.stream().allMatch(secret -> secret.until().isPresent())) {
      throw new InvalidInputException(
          path, "(each with an end)", "at least one without \"until\", so that one always signs");
    }
    return secrets;
  }

  private static SigningSecret secret(String path, JsonNode node) {
    if (node.isString()) {
      return SigningSecret.lasting(WebhookSecret.parse(path, node.stringValue()));
    }
    if (!node.isObject()) {
      throw new InvalidInputException(
          path, "(not shown)", "a text, or an object with \"secret\" and \"until\"");
    }
    JsonFields fields = JsonFields.of(path, node, KEYS);
    return new SigningSecret(
        WebhookSecret.parse(fields.path("secret"), fields.requiredText("secret")),
        fields.text("until").map(text -> instant(fields.path("until"), text)));
  }

  private static Instant instant(String field, String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException noTime) {
      throw new InvalidInputException(field, text, "a time such as 2026-01-31T12:00:00Z");
    }
  }
}
