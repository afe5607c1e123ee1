package dev.barid.dispatcher;

import dev.barid.core.settings.Keys;
import dev.barid.core.settings.Settings;
import dev.barid.core.topic.TopicLayout;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Looks at the topics before anything starts. */
final class TopicCheck {

  private TopicCheck() {}

  /**
   * How many partitions {@code events} and every topic beside it has.
   *
   * @throws IllegalStateException if a topic is missing or they differ, saying which
   */
  static int partitionCount(Admin admin, Settings settings) throws InterruptedException {
    List<String> names =
        TopicLayout.coPartitioned(settings.topics(), settings.value(Keys.RETRY_TIERS)).toList();
    Map<String, Integer> counts = new TreeMap<>();
    for (TopicDescription topic : describe(admin, names).values()) {
      counts.put(topic.name(), topic.partitions().size());
    }
    if (counts.values().stream().distinct().count() != 1) {
      throw new IllegalStateException(
          "partition counts " + counts + " (expected: the same for all of these topics)");
    }
    return counts.values().iterator().next();
  }

  private static Map<String, TopicDescription> describe(Admin admin, List<String> names)
      throws InterruptedException {
    try {
      return admin.describeTopics(names).allTopicNames().get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof UnknownTopicOrPartitionException) {
        throw new IllegalStateException(
            "topics " + names + " (expected: all of them; `barid topics create` makes them)",
            failed.getCause());
      }
      throw failed.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(failed);
    }
  }
}
