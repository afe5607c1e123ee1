package dev.barid.scheduler;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.settings.Settings;
import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.TopicLayout;
import dev.barid.core.topic.Topics;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/** A topology that runs on a clock which only {@link #pass} moves. */
final class TopologyBench implements AutoCloseable {
  static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  static final Duration TICK = TierProcessor.TICK;

  final TopologyTestDriver driver;
  final TestOutputTopic<byte[], byte[]> redeliveries;
  Instant now = START;

  TopologyBench(String tiers, DrainLimit limit, MeterRegistry registry, Path dir) {
    Topology topology =
        SchedulerTopology.build(Topics.DEFAULT, RetryTiers.parse(tiers), registry, limit);
    Properties config =
        SchedulerConfig.of(
            Settings.defaults(), "test", dir, new TopicFacts(1, TopicLayout.RECORD_MAX_BYTES));
    driver = new TopologyTestDriver(topology, config, START);
    redeliveries =
        driver.createOutputTopic(
            Topics.DEFAULT.redeliveries(),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
  }

  void send(String tier, TestRecord<byte[], byte[]> record) {
    TestInputTopic<byte[], byte[]> input =
        driver.createInputTopic(
            "barid.retry." + tier, new ByteArraySerializer(), new ByteArraySerializer());
    input.pipeInput(record);
  }

  void send(String tier, String body, Duration wait) {
    send(tier, record(body, headers(now.plus(wait))));
  }

  /** Time passes as it does: in steps of a tick. */
  void pass(Duration duration) {
    Instant end = now.plus(duration);
    while (now.isBefore(end)) {
      Duration left = Duration.between(now, end);
      Duration step = left.compareTo(TICK) < 0 ? left : TICK;
      now = now.plus(step);
      driver.advanceWallClockTime(step);
    }
  }

  /** Nothing runs for so long. */
  void jump(Duration duration) {
    now = now.plus(duration);
    driver.advanceWallClockTime(duration);
  }

  List<String> bodies() {
    return redeliveries.readValuesToList().stream().map(body -> new String(body, UTF_8)).toList();
  }

  static TestRecord<byte[], byte[]> record(String body, Headers headers) {
    return new TestRecord<>("acme".getBytes(UTF_8), body.getBytes(UTF_8), headers, START);
  }

  static Headers headers(Instant dueAt) {
    return new RecordHeaders()
        .add("ce_type", "order.paid".getBytes(UTF_8))
        .add(HeaderNames.DUE_AT, Long.toString(dueAt.toEpochMilli()).getBytes(UTF_8))
        .add(
            HeaderNames.GIVE_UP_AT,
            Long.toString(dueAt.plus(Duration.ofDays(1)).toEpochMilli()).getBytes(UTF_8))
        .add(HeaderNames.ATTEMPT, "3".getBytes(UTF_8));
  }

  @Override
  public void close() {
    driver.close();
  }
}
