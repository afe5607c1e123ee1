package dev.barid.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.settings.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchedulerConfigTest {

  /** Within which operators are told that a scheduler is back. */
  private static final Duration ABSENCE = Duration.ofSeconds(90);

  /** Of a broker, while which nobody should give up. */
  private static final Duration FAIL_OVER = Duration.ofSeconds(10);

  @TempDir Path dir;

  @Test
  void noSingleCallOfAThreadKeepsItsGroupWaitingForLong() {
    Duration mayNotPoll = consumer(Map.of(), ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG);

    assertThat(mayNotPoll.plus(consumer(Map.of(), ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG)))
        .isLessThan(ABSENCE);
    assertThat(producer(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG))
        .isBetween(FAIL_OVER, mayNotPoll);
    assertThat(producer(ProducerConfig.MAX_BLOCK_MS_CONFIG)).isBetween(FAIL_OVER, mayNotPoll);
  }

  @Test
  void anOperatorMayGiveTheGroupOtherTimes() {
    assertThat(
            consumer(
                Map.of("kafka.max.poll.interval.ms", "120000"),
                ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG))
        .isEqualTo(Duration.ofMinutes(2));
  }

  /** As Kafka Streams gives it to a thread's consumer, or what that begins with. */
  private Duration consumer(Map<String, String> settings, String key) {
    return millis(
        config(settings).getMainConsumerConfigs("group", "scheduler", 0),
        ConsumerConfig.configDef(),
        key);
  }

  private Duration producer(String key) {
    return millis(
        config(Map.of()).getProducerConfigs("scheduler"), ProducerConfig.configDef(), key);
  }

  private StreamsConfig config(Map<String, String> settings) {
    Properties config =
        SchedulerConfig.of(Settings.of(settings), "scheduler-1", dir, new TopicFacts(4, 1_000_000));
    config.putIfAbsent(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:9092");
    return new StreamsConfig(config);
  }

  private static Duration millis(Map<String, Object> config, ConfigDef definition, String key) {
    Object value = config.getOrDefault(key, definition.defaultValues().get(key));
    return Duration.ofMillis(Long.parseLong(String.valueOf(value)));
  }
}
