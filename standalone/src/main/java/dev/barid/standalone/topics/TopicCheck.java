package dev.barid.standalone.topics;

import dev.barid.core.topic.TopicLayout;
import dev.barid.core.topic.TopicSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Compares topics with the layout. What keeps more than asked for is no difference: a longer
 * retention, a larger record; a smaller one is.
 */
final class TopicCheck {

  private static final String RETENTION = "retention.ms";
  private static final String MAX_BYTES = "max.message.bytes";
  private static final String CLEANUP = "cleanup.policy";

  private final String events;
  private final Map<String, ExistingTopic> existing;

  /**
   * @param events the name of the topic that the others are measured by
   */
  TopicCheck(String events, Map<String, ExistingTopic> existing) {
    this.events = events;
    this.existing = existing;
  }

  TopicStatus status(TopicSpec spec) {
    ExistingTopic found = existing.get(spec.name());
    if (found == null) {
      return new TopicStatus(spec, 0, 0, Map.of(), List.of("topic " + spec.name() + " is missing"));
    }
    Map<String, String> configs = new TreeMap<>();
    List<String> differences = new ArrayList<>();
    partitions(spec, found).ifPresent(differences::add);
    expectedConfigs(spec)
        .forEach(
            (key, expected) -> {
              String actual = found.configs().getOrDefault(key, "");
              configs.put(key, actual);
              if (!suffices(spec, key, expected, actual)) {
                differences.add(difference(spec, key, expected, actual));
              }
            });
    return new TopicStatus(
        spec, found.partitions(), found.replicationFactor(), configs, differences);
  }

  /** The configuration that a topic needs, given how large the records of {@code events} may be. */
  Map<String, String> expectedConfigs(TopicSpec spec) {
    Map<String, String> expected = new HashMap<>(spec.configs());
    if (!spec.name().equals(events)) {
      long more = number(expected.getOrDefault(MAX_BYTES, "")) - TopicLayout.RECORD_MAX_BYTES;
      expected.put(MAX_BYTES, Long.toString(recordMaxBytes() + Math.max(0, more)));
    }
    return expected;
  }

  /** Whatever was accepted must also fit with Barid's headers added. */
  private int recordMaxBytes() {
    return Optional.ofNullable(existing.get(events))
        .map(topic -> topic.configs().get(MAX_BYTES))
        .map(Integer::parseInt)
        .map(bytes -> Math.max(bytes, TopicLayout.EVENT_MAX_BYTES) + TopicLayout.HEADER_ROOM_BYTES)
        .orElse(TopicLayout.RECORD_MAX_BYTES);
  }

  private Optional<String> partitions(TopicSpec spec, ExistingTopic found) {
    ExistingTopic measure = existing.get(events);
    if (!spec.coPartitioned() || measure == null || measure.partitions() == found.partitions()) {
      return Optional.empty();
    }
    return Optional.of(
        difference(
            spec,
            "partitions",
            measure.partitions() + ", as " + events + " has",
            Integer.toString(found.partitions())));
  }

  private boolean suffices(TopicSpec spec, String key, String expected, String actual) {
    return switch (key) {
      case RETENTION -> retention(actual) >= retention(expected);
      case MAX_BYTES -> spec.name().equals(events) || number(actual) >= number(expected);
      case CLEANUP -> policies(actual).equals(policies(expected));
      default -> actual.equals(expected);
    };
  }

  private static String difference(TopicSpec spec, String key, String expected, String actual) {
    String least = key.equals(RETENTION) || key.equals(MAX_BYTES) ? " or more" : "";
    if (key.equals(RETENTION) && expected.equals("-1")) {
      least = ", for ever";
    }
    return "topic "
        + spec.name()
        + " "
        + key
        + " \""
        + actual
        + "\" (expected: "
        + expected
        + least
        + ")";
  }

  private static Set<String> policies(String text) {
    return new TreeSet<>(Arrays.asList(text.split(",")));
  }

  private static long retention(String text) {
    long ms = number(text);
    return ms < 0 ? Long.MAX_VALUE : ms;
  }

  private static long number(String text) {
    return text.isEmpty() ? 0 : Long.parseLong(text);
  }
}
