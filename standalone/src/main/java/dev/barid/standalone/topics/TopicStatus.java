package dev.barid.standalone.topics;

import dev.barid.core.topic.TopicSpec;
import java.util.List;
import java.util.Map;

/**
 * What was found of one topic.
 *
 * @param spec what it should be
 * @param partitions how many it has; 0 if it doesn't exist
 * @param replicationFactor of its first partition; 0 if it doesn't exist
 * @param configs the values of those configurations that Barid relies on
 * @param differences a line for each thing that isn't as it should be
 */
public record TopicStatus(
    TopicSpec spec,
    int partitions,
    int replicationFactor,
    Map<String, String> configs,
    List<String> differences) {

  public TopicStatus {
    configs = Map.copyOf(configs);
    differences = List.copyOf(differences);
  }

  /** Whether the topic is there, as it should be or not. */
  public boolean exists() {
    return partitions > 0;
  }

  /** The topic's name, with the prefix. */
  public String name() {
    return spec.name();
  }
}
