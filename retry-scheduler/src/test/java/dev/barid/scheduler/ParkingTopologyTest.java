package dev.barid.scheduler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.health.Breaker;
import dev.barid.core.health.EndpointHealth;
import dev.barid.core.health.HealthJson;
import dev.barid.core.settings.Settings;
import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.TopicLayout;
import dev.barid.core.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParkingTopologyTest {

  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final Duration TICK = ParkingProcessor.TICK;
  private static final Duration OPEN_FOR = Duration.ofSeconds(30);

  @TempDir Path dir;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private TopologyTestDriver driver;
  private TestInputTopic<byte[], byte[]> parked;
  private TestInputTopic<byte[], byte[]> health;
  private TestOutputTopic<byte[], byte[]> redeliveries;

  @BeforeEach
  void start() {
    driver =
        new TopologyTestDriver(
            SchedulerTopology.build(Topics.DEFAULT, RetryTiers.parse("10s"), registry),
            SchedulerConfig.of(
                Settings.defaults(), "test", dir, new TopicFacts(1, TopicLayout.RECORD_MAX_BYTES)),
            START);
    parked = input(Topics.DEFAULT.parked());
    health = input(Topics.DEFAULT.endpointHealth());
    redeliveries =
        driver.createOutputTopic(
            Topics.DEFAULT.redeliveries(),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
  }

  @AfterEach
  void stop() {
    driver.close();
  }

  private TestInputTopic<byte[], byte[]> input(String topic) {
    return driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private void pass(Duration duration) {
    for (long ticks = duration.dividedBy(TICK); ticks > 0; ticks--) {
      driver.advanceWallClockTime(TICK);
    }
  }

  private static Headers headers() {
    return new RecordHeaders()
        .add("ce_type", "order.paid".getBytes(UTF_8))
        .add(HeaderNames.ENDPOINT, "orders".getBytes(UTF_8))
        .add(HeaderNames.ATTEMPT, "3".getBytes(UTF_8))
        .add(HeaderNames.PARKED_VERSION, "1".getBytes(UTF_8))
        .add(HeaderNames.GIVE_UP_AT, epochMs(START.plus(Duration.ofDays(3))));
  }

  private static byte[] epochMs(Instant time) {
    return Long.toString(time.toEpochMilli()).getBytes(UTF_8);
  }

  private void park(Headers headers, byte @Nullable [] body) {
    parked.pipeInput(new TestRecord<>("acme".getBytes(UTF_8), body, headers, START));
  }

  private void hear(String endpoint, byte @Nullable [] json) {
    health.pipeInput(endpoint.getBytes(UTF_8), json);
  }

  private static byte[] open(long version) {
    return json(version, new Breaker.Open(START, OPEN_FOR, START.plus(OPEN_FOR)));
  }

  private static byte[] closed(long version) {
    return json(version, Breaker.HEALTHY);
  }

  private static byte[] json(long version, Breaker breaker) {
    return HealthJson.write(new EndpointHealth(version, breaker, 0, Optional.empty(), 0, 10));
  }

  private static String text(@Nullable byte[] bytes) {
    return bytes == null ? "null" : new String(bytes, UTF_8);
  }

  @Nested
  @Tag("R-H1")
  @DisplayName("A parked delivery comes back as it was")
  class Unchanged {

    private final Headers odd =
        new RecordHeaders().add("x", null).add("x", new byte[0]).add("x", new byte[] {-1});

    private Headers with(Headers headers, Headers more) {
      more.forEach(headers::add);
      return headers;
    }

    private TestRecord<byte[], byte[]> released(byte @Nullable [] body) {
      hear("acme/orders", open(1));
      park(with(headers().add(HeaderNames.DUE_AT, "7".getBytes(UTF_8)), odd), body);
      pass(Duration.ofSeconds(1));
      assertThat(redeliveries.isEmpty()).isTrue();
      hear("acme/orders", closed(2));
      pass(TICK);
      return redeliveries.readRecord();
    }

    @Test
    void exceptForWhatSaysThatItWasParkedAndTheTimestamp() {
      byte[] body = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF, 0, -1, 127};

      TestRecord<byte[], byte[]> back = released(body);

      Headers expected = with(headers(), odd);
      expected.remove(HeaderNames.PARKED_VERSION);
      assertThat(back.key()).isEqualTo("acme".getBytes(UTF_8));
      assertThat(back.value()).isEqualTo(body);
      assertThat(back.headers()).isEqualTo(expected);
      assertThat(back.getRecordTime()).isEqualTo(START.plusSeconds(1).plus(TICK));
    }

    @Test
    void withNoBody() {
      assertThat(released(null).value()).isNull();
    }
  }

  @Nested
  @Tag("R-I4")
  @DisplayName("A probe")
  class Probe {

    @Test
    void saysOfWhichVersionItIsTheProbeAndNoDeliveryReleasedLaterDoes() {
      hear("acme/orders", open(4));
      park(headers().add(HeaderNames.PROBE_VERSION, "3".getBytes(UTF_8)), new byte[] {1});
      park(headers().add(HeaderNames.PROBE_VERSION, "3".getBytes(UTF_8)), new byte[] {2});

      pass(OPEN_FOR.plus(TICK));
      TestRecord<byte[], byte[]> probe = redeliveries.readRecord();
      assertThat(redeliveries.isEmpty()).isTrue();
      hear("acme/orders", closed(5));
      pass(TICK);
      TestRecord<byte[], byte[]> next = redeliveries.readRecord();

      assertThat(probe.headers().headers(HeaderNames.PROBE_VERSION))
          .singleElement()
          .satisfies(header -> assertThat(text(header.value())).isEqualTo("4"));
      assertThat(next.headers().lastHeader(HeaderNames.PROBE_VERSION)).isNull();
    }
  }

  @Nested
  @Tag("R-D5")
  @DisplayName("No record of parked stops those behind it")
  class Hostile {

    @ParameterizedTest
    @ValueSource(
        strings = {HeaderNames.ENDPOINT, HeaderNames.PARKED_VERSION, HeaderNames.GIVE_UP_AT})
    void whateverIsMissingFromIt(String name) {
      hear("acme/orders", open(1));
      Headers headers = headers();
      headers.remove(name);

      park(headers, new byte[0]);

      assertThat(redeliveries.getQueueSize()).isEqualTo(1);
      assertThat(released("malformed")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "soon", "99999999999999999999", "999999999999999999"})
    void whateverItsGiveUpTimeSays(String giveUpAt) {
      hear("acme/orders", open(1));

      park(headers().add(HeaderNames.GIVE_UP_AT, giveUpAt.getBytes(UTF_8)), new byte[0]);

      assertThat(redeliveries.getQueueSize()).isEqualTo(1);
    }

    @Test
    void norOneWithNoKey() {
      parked.pipeInput(new TestRecord<>(null, new byte[0], headers(), START));

      assertThat(redeliveries.getQueueSize()).isEqualTo(1);
    }

    @Test
    void norOneWhoseTimestampIsInTheFuture() {
      parked.pipeInput(
          new TestRecord<>(
              "acme".getBytes(UTF_8), new byte[0], headers(), START.plus(Duration.ofDays(2))));

      pass(Duration.ofSeconds(61));

      assertThat(redeliveries.getQueueSize()).isEqualTo(1);
    }

    @Test
    void norHealthThatIsNone() {
      hear("acme/orders", open(1));
      hear("acme", closed(2));
      hear("acme/orders", "{\"version\":".getBytes(UTF_8));
      health.pipeInput(null, closed(2));
      park(headers(), new byte[0]);

      pass(Duration.ofSeconds(5));
      assertThat(redeliveries.isEmpty()).isTrue();
      hear("acme/orders", closed(2));
      pass(TICK);

      assertThat(redeliveries.getQueueSize()).isEqualTo(1);
    }
  }

  @Test
  void whenHealthIsDeletedWhatIsParkedIsReleased() {
    hear("acme/orders", open(1));
    park(headers(), new byte[0]);

    hear("acme/orders", null);
    pass(TICK);

    assertThat(redeliveries.getQueueSize()).isEqualTo(1);
  }

  @Test
  @Tag("R-M1")
  void metersShowHowManyAreParkedAndWhyOthersWereReleased() {
    hear("acme/orders", open(1));
    for (int i = 0; i < 5; i++) {
      park(headers(), new byte[0]);
    }
    park(headers().add(HeaderNames.GIVE_UP_AT, epochMs(START.plusSeconds(5))), new byte[0]);
    assertThat(registry.get("barid.scheduler.parked").gauge().value()).isEqualTo(6);

    pass(OPEN_FOR.plus(TICK));
    hear("acme/orders", closed(2));
    pass(TICK);

    assertThat(released("expired")).isEqualTo(1);
    assertThat(released("probe")).isEqualTo(1);
    // One at once, and at 10/s two more in a tick.
    assertThat(released("recovered")).isEqualTo(3);
    assertThat(registry.get("barid.scheduler.parked").gauge().value()).isEqualTo(1);
  }

  private double released(String why) {
    return registry.get("barid.scheduler.released").tag("why", why).counter().count();
  }

  @Test
  void parkingIsASubTopologyOfItsOwnThatReadsBothTopicsAndWritesRedeliveries() {
    TopologyDescription description =
        SchedulerTopology.build(Topics.DEFAULT, RetryTiers.DEFAULT, registry).describe();

    List<String> names =
        description.subtopologies().stream()
            .map(TopologyDescription.Subtopology::nodes)
            .filter(nodes -> nodes.toString().contains("read-parked"))
            .flatMap(Set::stream)
            .map(TopologyDescription.Node::name)
            .toList();

    assertThat(names)
        .containsExactlyInAnyOrder("read-parked", "read-health", "park", "release-parked");
    assertThat(description.toString())
        .contains("Processor: park (stores: [")
        .contains("release-parked (topic: barid.redeliveries)");
  }
}
