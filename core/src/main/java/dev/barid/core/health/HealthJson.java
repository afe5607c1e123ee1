package dev.barid.core.health;

import dev.barid.core.health.Breaker.Closed;
import dev.barid.core.health.Breaker.Open;
import dev.barid.core.text.Durations;
import dev.barid.core.text.InvalidInputException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The values of the topic {@code endpoint-health}. What isn't known in them is skipped, so that an
 * older process can read a newer one's; what is damaged is no health at all.
 */
public final class HealthJson {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private HealthJson() {}

  /** The health as JSON in UTF-8. A probe that is out isn't in it. */
  public static byte[] write(EndpointHealth health) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("version", health.version());
    Breaker breaker = health.stored().breaker();
    json.put("breaker", breaker.wireName());
    json.put("streak", breaker instanceof Closed closed ? closed.streak() : 0);
    json.put("permanentStreak", health.permanentStreak());
    health.openPeriod().ifPresent(open -> write(json, open));
    health.nextProbeAt().ifPresent(at -> json.put("nextProbeAt", at.toString()));
    json.put("releaseRate", health.releaseRate());
    health
        .pause()
        .ifPresent(
            pause -> {
              json.put("pausedSince", pause.since().toString());
              json.put("reason", pause.reason().wireName());
            });
    json.put("resumeGeneration", health.resumeGeneration());
    return MAPPER.writeValueAsBytes(json);
  }

  private static void write(ObjectNode json, Open open) {
    json.put("openedAt", open.openedAt().toString());
    json.put("openFor", Durations.format(open.openFor()));
    json.put("openUntil", open.openUntil().toString());
  }

  /** Reads a health; empty if the bytes are none. */
  public static Optional<EndpointHealth> read(byte[] json) {
    try {
      JsonNode node = MAPPER.readTree(json);
      return node != null && node.isObject() ? valid(node) : Optional.empty();
    } catch (JacksonException | DateTimeException | InvalidInputException damaged) {
      return Optional.empty();
    }
  }

  private static Optional<EndpointHealth> valid(JsonNode node) {
    long version = node.path("version").asLong(-1);
    int permanentStreak = node.path("permanentStreak").asInt(0);
    long resumeGeneration = node.path("resumeGeneration").asLong(0);
    double releaseRate = node.path("releaseRate").asDouble(0);
    Optional<Breaker> breaker = breaker(node);
    boolean damaged =
        version < 0
            || permanentStreak < 0
            || resumeGeneration < 0
            || !(releaseRate > 0 && releaseRate < Double.POSITIVE_INFINITY)
            || breaker.isEmpty();
    if (damaged) {
      return Optional.empty();
    }
    return Optional.of(
        new EndpointHealth(
            version, breaker.get(), permanentStreak, pause(node), resumeGeneration, releaseRate));
  }

  private static Optional<Breaker> breaker(JsonNode node) {
    int streak = node.path("streak").asInt(0);
    return switch (node.path("breaker").asString("")) {
      case "closed" -> streak < 0 ? Optional.empty() : Optional.of(new Closed(streak));
      case "open" ->
          Optional.of(
              new Open(
                  instant(node, "openedAt"),
                  Durations.parse("openFor", node.path("openFor").asString("")),
                  instant(node, "openUntil")));
      default -> Optional.empty();
    };
  }

  private static Optional<Pause> pause(JsonNode node) {
    if (!node.has("pausedSince")) {
      return Optional.empty();
    }
    String word = node.path("reason").asString("");
    PauseReason reason =
        PauseReason.fromWire(word)
            .orElseThrow(() -> new InvalidInputException("reason", word, "a pause's reason"));
    return Optional.of(new Pause(instant(node, "pausedSince"), reason));
  }

  private static Instant instant(JsonNode node, String name) {
    return Instant.parse(node.path(name).asString(""));
  }
}
