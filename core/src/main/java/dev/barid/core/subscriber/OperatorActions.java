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
 * began by itself, once, whenever and wherever it is read. Everything else in the entry stays as it
 * is.
 */
public final class OperatorActions {

  static final String RESUMED_AT = "resumedAt";

  private OperatorActions() {}

  /**
   * Pauses endpoints.
   *
   * @param entry the registry entry, changed in place
   * @param endpoint one endpoint's id; empty for all of the subscriber's
   * @return the ids of the endpoints that were changed
   * @throws InvalidInputException if there is no such endpoint
   */
  public static List<String> pause(ObjectNode entry, Optional<String> endpoint) {
    return each(entry, endpoint, node -> node.put("state", "paused"));
  }

  /**
   * Resumes endpoints. One that is disabled becomes active too.
   *
   * @param entry the registry entry, changed in place
   * @param endpoint one endpoint's id; empty for all of the subscriber's
   * @param now the wall clock's reading
   * @return the ids of the endpoints that were changed
   * @throws InvalidInputException if there is no such endpoint
   */
  public static List<String> resume(ObjectNode entry, Optional<String> endpoint, Instant now) {
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

  private static List<String> each(ObjectNode entry, Optional<String> endpoint, Action action) {
    List<String> changed = new ArrayList<>();
    for (JsonNode node : entry.path("endpoints").values()) {
      String id = node.path("id").asString("");
      if (node instanceof ObjectNode object && endpoint.map(id::equals).orElse(true)) {
        action.on(object);
        changed.add(id);
      }
    }
    if (endpoint.isPresent() && changed.isEmpty()) {
      throw new InvalidInputException(
          "endpoint", endpoint.get(), "an endpoint of " + entry.path("id").asString(""));
    }
    return changed;
  }
}
