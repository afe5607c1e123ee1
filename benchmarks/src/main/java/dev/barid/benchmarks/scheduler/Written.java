package dev.barid.benchmarks.scheduler;

import dev.barid.core.topic.Topics;
import java.util.Map;
import java.util.function.Predicate;
import javax.management.ObjectName;

/**
 * How many bytes of record batches the broker has appended so far, as it counts them itself: logs
 * that are compacted meanwhile don't tell.
 *
 * @param input to the scheduler's sources
 * @param output to {@code redeliveries}
 * @param changelogs to the stores' changelogs
 * @param internal to Kafka's own topics, for offsets and transactions
 */
record Written(long input, long output, long changelogs, long internal) {

  private static final String PATTERN =
      "kafka.server:type=BrokerTopicMetrics,name=BytesInPerSec,topic=*";

  static Written now(Jmx broker, Topics topics) {
    Map<ObjectName, Double> bytes = broker.values(PATTERN, "Count");
    return new Written(
        sum(bytes, name -> name.startsWith(topics.prefix() + "retry."))
            + sum(bytes, topics.parked()::equals)
            + sum(bytes, topics.endpointHealth()::equals),
        sum(bytes, topics.redeliveries()::equals),
        sum(bytes, name -> name.startsWith(topics.schedulerGroup())),
        sum(bytes, name -> name.startsWith("__")));
  }

  Written minus(Written before) {
    return new Written(
        input - before.input,
        output - before.output,
        changelogs - before.changelogs,
        internal - before.internal);
  }

  long total() {
    return input + output + changelogs + internal;
  }

  private static long sum(Map<ObjectName, Double> bytes, Predicate<String> isCounted) {
    return bytes.entrySet().stream()
        .filter(topic -> isCounted.test(topic.getKey().getKeyProperty("topic")))
        .mapToLong(topic -> topic.getValue().longValue())
        .sum();
  }
}
