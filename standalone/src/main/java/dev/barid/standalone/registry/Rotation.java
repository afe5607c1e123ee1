package dev.barid.standalone.registry;

import dev.barid.cli.CommandFailure;
import dev.barid.core.signing.WebhookSecret;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Puts a new secret before those that an endpoint has, and gives each of these an end. One that has
 * an earlier end keeps it; one whose end is past is taken out.
 *
 * @param now the wall clock
 * @param keep how long the old ones go on signing
 */
record Rotation(Instant now, Duration keep) {

  private static final String SECRET = "secret";
  private static final String UNTIL = "until";

  /** When the old ones stop, to the second; empty if that is at once. */
  Optional<Instant> oldUntil() {
    return Optional.of(now.plus(keep).truncatedTo(ChronoUnit.SECONDS)).filter(now::isBefore);
  }

  /**
   * Rotates the secret of one endpoint.
   *
   * @param entry the subscriber's entry; changed in place
   * @param random a {@code SecureRandom}
   * @return the new secret
   * @throws CommandFailure if there is no such endpoint, or none of its secrets can be rotated
   */
  String rotate(ObjectNode entry, String endpointId, RandomGenerator random) {
    ObjectNode endpoint =
        Secrets.endpoints(entry).stream()
            .filter(each -> each.path("id").asString("").equals(endpointId))
            .findFirst()
            .orElseThrow(
                () ->
                    CommandFailure.failed(
                        "endpoint \"%s\" (expected: an endpoint of %s)"
                            .formatted(endpointId, entry.path("id").asString(""))));
    WebhookSecret made = WebhookSecret.generate(random);
    ArrayNode rotated = endpoint.arrayNode().add(made.reveal());
    boolean found = false;
    for (JsonNode old : endpoint.path("secrets").values()) {
      found |= text(old).startsWith("whsec_");
      leaving(old).ifPresent(rotated::add);
    }
    if (!found) {
      throw CommandFailure.failed(
          "endpoint \"%s\" has no whsec_ secret to rotate (expected: one; new whsk_ secrets come"
                  .formatted(endpointId)
              + " by \"barid subscriber put\")");
    }
    endpoint.set("secrets", rotated);
    return made.reveal();
  }

  /** The old secret as it stays in the list, if it does. */
  private Optional<JsonNode> leaving(JsonNode old) {
    Optional<Instant> end = end(old);
    if (end.isPresent() && !now.isBefore(end.get())) {
      return Optional.empty();
    }
    if (!text(old).startsWith("whsec_")) {
      return Optional.of(old);
    }
    return oldUntil()
        .map(until -> end.filter(until::isAfter).orElse(until))
        .map(until -> node(text(old), until));
  }

  private static JsonNode node(String secret, Instant until) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    return node.put(SECRET, secret).put(UNTIL, until.toString());
  }

  private static String text(JsonNode secret) {
    return secret.isObject() ? secret.path(SECRET).asString("") : secret.asString("");
  }

  private static Optional<Instant> end(JsonNode secret) {
    try {
      return secret.path(UNTIL).isString()
          ? Optional.of(Instant.parse(secret.path(UNTIL).stringValue()))
          : Optional.empty();
    } catch (DateTimeException damaged) {
      return Optional.empty();
    }
  }
}
