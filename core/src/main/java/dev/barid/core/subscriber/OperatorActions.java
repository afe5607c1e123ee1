package dev.barid.core.subscriber;

import dev.barid.core.text.InvalidInputException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What {@code pause} and {@code resume} do to a registry entry: they change the endpoint's {@code
 * state}, and a resume leaves its time in {@code resumedAt}. The dispatcher compares that time with
 * the newest one that the endpoint's health has seen: so a resume also ends a pause that Barid
 * began by itself, once, whenever and wherever it is read. A disabled endpoint is left alone by
 * both: that takes a new entry. Everything else in the entry stays as it is.
 */
public final class OperatorActions {

  static final String RESUMED_AT = "resumedAt";

  private OperatorActions() {}

  /**
   * What became of the endpoints that were meant, by their ids.
   *
   * @param changed those that were paused, or resumed
   * @param disabled those that were left alone
   */
  public record Changes(List<String> changed, List<String> disabled) {

    public Changes {
      changed = List.copyOf(changed);
      disabled = List.copyOf(disabled);
    }
  }

  /**
   * Pauses endpoints.
   *
   * @param entry the registry entry, changed in place
   * @param endpoint one endpoint's id; empty for all of the subscriber's
   * @throws InvalidInputException if there is no such endpoint
   */
  public static Changes pause(ObjectNode entry, Optional<String> endpoint) {
    return each(entry, endpoint, node -> node.put("state", "paused"));
  }

  /**
   * Resumes endpoints.
   *
   * @param entry the registry entry, changed in place
   * @param endpoint one endpoint's id; empty for all of the subscriber's
   * @param now the wall clock's reading
   * @throws InvalidInputException if there is no such endpoint
   */
  public static Changes resume(ObjectNode entry, Optional<String> endpoint, Instant now) {
    return each(
        entry,
        endpoint,
        node -> {
          node.put("state", "active");
          node.put(RESUMED_AT, later(node, now.truncatedTo(ChronoUnit.MILLIS)).toString());
        });
  }

  /** Later than the last one, also on a machine whose clock is behind. */
  private static Instant later(ObjectNode node, Instant now) {
    try {
      Instant last = Instant.parse(node.path(RESUMED_AT).asString(""));
      return now.isAfter(last) ? now : last.plusMillis(1);
    } catch (DateTimeException none) {
      return now;
    }
  }

  private interface Action {
    void on(ObjectNode endpoint);
  }

  private static Changes each(ObjectNode entry, Optional<String> endpoint, Action action) {
    List<String> changed = new ArrayList<>();
    List<String> disabled = new ArrayList<>();
    for (JsonNode node : entry.path("endpoints").values()) {
      String id = node.path("id").asString("");
      if (node instanceof ObjectNode object && endpoint.map(id::equals).orElse(true)) {
        if (object.path("state").asString("").equals("disabled")) {
          disabled.add(id);
        } else {
          action.on(object);
          changed.add(id);
        }
      }
    }
    if (endpoint.isPresent() && changed.isEmpty() && disabled.isEmpty()) {
      throw new InvalidInputException(
          "endpoint", endpoint.get(), "an endpoint of " + entry.path("id").asString(""));
    }
    return new Changes(changed, disabled);
  }
}
