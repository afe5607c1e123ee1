package dev.barid.core.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.Seeded;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The topics")
class TopicLayoutTest {

  @Test
  @Tag("R-S8")
  void areThoseOfTheContractUnderThePrefix() {
    assertThat(TopicLayout.of(Topics.DEFAULT, RetryTiers.DEFAULT))
        .extracting(TopicSpec::name)
        .containsExactlyInAnyOrder(
            "barid.events",
            "barid.retry.10s",
            "barid.retry.1m",
            "barid.retry.10m",
            "barid.retry.1h",
            "barid.parked",
            "barid.redeliveries",
            "barid.dlq",
            "barid.dlq-state",
            "barid.subscribers",
            "barid.endpoint-health",
            "barid.attempts",
            "barid.notices");
    assertThat(TopicLayout.of(new Topics(""), RetryTiers.parse("5s")))
        .extracting(TopicSpec::name)
        .startsWith("events", "retry.5s")
        .contains("dlq-state");
    assertThat(Topics.DEFAULT.dispatcherGroup()).isEqualTo("barid.dispatcher");
    assertThat(Topics.DEFAULT.schedulerGroup()).isEqualTo("barid.retry-scheduler");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "events",
        "retry.10s",
        "retry.1h",
        "parked",
        "redeliveries",
        "dlq",
        "endpoint-health",
        "subscribers"
      })
  @Tag("R-D7")
  void haveAsManyPartitionsAsEventsWhereOneSubscribersRecordsMustMeet(String name) {
    assertThat(TopicLayout.coPartitioned(Topics.DEFAULT, RetryTiers.DEFAULT))
        .contains("barid." + name);
  }

  @ParameterizedTest
  @CsvSource({
    "events, delete, 604800000",
    "retry.1m, delete, 604800000",
    "parked, delete, 604800000",
    "redeliveries, delete, 604800000",
    "dlq, delete, -1",
    "dlq-state, compact,",
    "subscribers, compact,",
    "endpoint-health, compact,",
  })
  void keepWhatTheContractSays(String name, String policy, String retentionMs) {
    Map<String, String> configs = configs("barid." + name);

    assertThat(configs.get("cleanup.policy")).isEqualTo(policy);
    assertThat(configs.get("retention.ms")).isEqualTo(retentionMs);
  }

  @Test
  @Tag("R-D6")
  void takeAnEventOfTheLargestSizeWithBaridsHeadersAddedEverywhereButInEvents() {
    int events = maxBytes("barid.events");

    assertThat(List.of("dlq", "parked", "retry.10s", "retry.1h"))
        .allSatisfy(
            name ->
                assertThat(maxBytes("barid." + name))
                    .isEqualTo(events + TopicLayout.HEADER_ROOM_BYTES));
  }

  @Test
  @Tag("R-D6")
  void letOutOfTheSchedulerWhateverItsTopicsTookIn() {
    int most = Math.max(maxBytes("barid.parked"), maxBytes("barid.retry.1h"));
    int stored =
        Integer.parseInt(
            TopicLayout.changelog("any").configs().getOrDefault("max.message.bytes", "0"));

    assertThat(maxBytes("barid.redeliveries")).isGreaterThan(most + 100);
    assertThat(stored).isGreaterThan(most + 100);
  }

  @Test
  @Tag("R-D7")
  void haveTheKeysPartitionWhereKafkasJavaProducerPutsIt() {
    Seeded.runs(
        5_000,
        random -> {
          byte[] key = new byte[random.nextInt(40)];
          random.nextBytes(key);
          int count = 1 + random.nextInt(200);

          assertThat(Partitions.of(key, count))
              .isEqualTo(BuiltInPartitioner.partitionForKey(key, count))
              .isBetween(0, count - 1);
        });
  }

  @ParameterizedTest
  @CsvSource({
    // The first ones from Kafka's own test vectors of its murmur2.
    "21, 8, 4",
    "foobar, 13, 7",
    "a-little-bit-long-string, 13, 4",
    "acme, 8, 4",
    "globex, 8, 7",
  })
  @Tag("R-D7")
  void neverMoveAKeyToAnotherPartition(String key, int count, int partition) {
    assertThat(Partitions.of(key.getBytes(StandardCharsets.UTF_8), count)).isEqualTo(partition);
  }

  private static int maxBytes(String topic) {
    return Integer.parseInt(String.valueOf(configs(topic).get("max.message.bytes")));
  }

  private static Map<String, String> configs(String topic) {
    return TopicLayout.of(Topics.DEFAULT, RetryTiers.DEFAULT).stream()
        .filter(spec -> spec.name().equals(topic))
        .findFirst()
        .orElseThrow()
        .configs();
  }
}
