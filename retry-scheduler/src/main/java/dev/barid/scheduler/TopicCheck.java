package dev.barid.scheduler;

import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.TopicLayout;
import dev.barid.core.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Looks at the topics before Kafka Streams does: with one missing, or with partition counts that
 * differ, that would wait in REBALANCING for ever, or fail at the first release.
 */
final class TopicCheck {

  private TopicCheck() {}

  /**
   * Checks that the topics that are read or written exist with equal partition counts.
   *
   * @param timeout how long to wait for the brokers' answer
   * @return the partition count
   * @throws SchedulerException if a topic is missing or differs, or the brokers don't answer
   */
  static int partitions(Admin admin, Topics topics, RetryTiers tiers, Duration timeout) {
    List<String> names = new ArrayList<>();
    names.add(topics.redeliveries());
    names.add(topics.parked());
    names.add(topics.endpointHealth());
    tiers.tiers().forEach(tier -> names.add(topics.retry(tier)));
    Map<String, Integer> counts = counts(admin, names, timeout);
    int expected = counts.getOrDefault(topics.redeliveries(), 0);
    String different =
        counts.entrySet().stream()
            .filter(count -> count.getValue() != expected)
            .map(count -> count.getKey() + "=" + count.getValue())
            .collect(Collectors.joining(", "));
    if (!different.isEmpty()) {
      throw new SchedulerException(
          "partitions \""
              + different
              + "\" (expected: "
              + expected
              + ", as many as "
              + topics.redeliveries()
              + " has)",
          null);
    }
    return expected;
  }

  /**
   * The largest batch that any of the topics takes that are read, in bytes: their changelogs must
   * take it, too.
   */
  static int recordMaxBytes(Admin admin, Topics topics, RetryTiers tiers, Duration timeout) {
    List<ConfigResource> read =
        Stream.concat(tiers.tiers().stream().map(topics::retry), Stream.of(topics.parked()))
            .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
            .toList();
    try {
      return await(admin.describeConfigs(read).all(), System.nanoTime() + timeout.toNanos())
          .values()
          .stream()
          .map(config -> config.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG).value())
          .mapToInt(Integer::parseInt)
          .reduce(TopicLayout.RECORD_MAX_BYTES, Math::max);
    } catch (ExecutionException e) {
      throw new SchedulerException("topics can't be looked at: " + e.getCause(), e);
    }
  }

  /**
   * The changelogs of tiers that the settings don't name any more: what these tiers held waits in
   * them until the tier is back.
   *
   * @return their topics' names, sorted
   */
  static List<String> leftBehind(Admin admin, Topics topics, RetryTiers tiers, Duration timeout) {
    String prefix = topics.schedulerGroup() + "-" + SchedulerTopology.STORE_PREFIX;
    List<String> own =
        tiers.tiers().stream()
            .map(tier -> topics.schedulerGroup() + "-" + SchedulerTopology.storeName(tier))
            .map(store -> store + SchedulerTopology.CHANGELOG_SUFFIX)
            .toList();
    try {
      return await(admin.listTopics().names(), System.nanoTime() + timeout.toNanos()).stream()
          .filter(
              name -> name.startsWith(prefix) && name.endsWith(SchedulerTopology.CHANGELOG_SUFFIX))
          .filter(name -> !own.contains(name))
          .sorted()
          .toList();
    } catch (ExecutionException e) {
      throw new SchedulerException("topics can't be listed: " + e.getCause(), e);
    }
  }

  private static Map<String, Integer> counts(Admin admin, List<String> names, Duration timeout) {
    Map<String, Integer> counts = new TreeMap<>();
    List<String> missing = new ArrayList<>();
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    Map<String, KafkaFuture<TopicDescription>> answers =
        admin.describeTopics(names).topicNameValues();
    answers.forEach(
        (name, answer) -> {
          try {
            counts.put(name, await(answer, deadlineNanos).partitions().size());
          } catch (ExecutionException e) {
            if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
              throw new SchedulerException(
                  "topic \"" + name + "\" can't be looked at: " + e.getCause(), e);
            }
            missing.add(name);
          }
        });
    if (!missing.isEmpty()) {
      missing.sort(null);
      throw new SchedulerException(
          "topics \""
              + String.join(", ", missing)
              + "\" don't exist (expected: all that \"barid topics create\" makes)",
          null);
    }
    return counts;
  }

  private static <T> T await(KafkaFuture<T> answer, long deadlineNanos) throws ExecutionException {
    try {
      return answer.get(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new SchedulerException("Kafka doesn't answer (expected: brokers that are up)", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SchedulerException("interrupted while looking at the topics", e);
    }
  }
}
