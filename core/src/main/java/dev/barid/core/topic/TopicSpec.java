package dev.barid.core.topic;

import java.util.Map;

/**
 * A topic as Barid creates and checks it.
 *
 * @param name the full name, with the prefix
 * @param coPartitioned whether its partition count must equal that of {@code events}
 * @param configs the topic configuration that Barid relies on
 */
public record TopicSpec(String name, boolean coPartitioned, Map<String, String> configs) {
  public TopicSpec {
    configs = Map.copyOf(configs);
  }
}
