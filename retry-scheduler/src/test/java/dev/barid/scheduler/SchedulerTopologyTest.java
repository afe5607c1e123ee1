package dev.barid.scheduler;

import static dev.barid.scheduler.TopologyBench.START;
import static dev.barid.scheduler.TopologyBench.TICK;
import static dev.barid.scheduler.TopologyBench.headers;
import static dev.barid.scheduler.TopologyBench.record;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.topic.RetryTiers;
import dev.barid.core.topic.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R-S3")
class SchedulerTopologyTest {

  @TempDir Path dir;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final List<TopologyBench> benches = new ArrayList<>();
  private TopologyBench bench;

  @BeforeEach
  void start() {
    bench = bench("10s,1h", DrainLimit.DEFAULT);
  }

  @AfterEach
  void stop() {
    benches.forEach(TopologyBench::close);
  }

  private TopologyBench bench(String tiers, DrainLimit limit) {
    TopologyBench made =
        new TopologyBench(tiers, limit, registry, dir.resolve("bench-" + benches.size()));
    benches.add(made);
    return made;
  }

  @Nested
  @DisplayName("A delivery is sent back when it is due")
  class Due {

    @Test
    void inTheOrderOfDueTimesThoughArrivalsHaveAnother() {
      bench.send("10s", "third", Duration.ofSeconds(9));
      bench.send("10s", "first", Duration.ofSeconds(2));
      bench.send("10s", "second", Duration.ofSeconds(5));

      bench.pass(Duration.ofSeconds(10));

      assertThat(bench.bodies()).containsExactly("first", "second", "third");
    }

    @Test
    void notEarlierAndNotLaterThanByATick() {
      for (int waitMs = 1; waitMs <= 5_000; waitMs += 37) {
        bench.send("10s", Integer.toString(waitMs), Duration.ofMillis(waitMs));
      }
      Instant start = bench.now;

      while (bench.now.isBefore(start.plusSeconds(6))) {
        bench.pass(TICK);
        for (String waitMs : bench.bodies()) {
          Duration late = Duration.between(start.plusMillis(Long.parseLong(waitMs)), bench.now);
          assertThat(late).isBetween(Duration.ZERO, TICK);
        }
      }
    }

    @Test
    void atOnceIfItIsDueOnArrival() {
      bench.send("10s", "past", Duration.ofSeconds(-5));
      bench.send("10s", "now", Duration.ZERO);

      assertThat(bench.bodies()).containsExactly("past", "now");
    }

    @Test
    void atOnceIfItBecameDueBeforeItsNeighboursThatAreHeld() {
      bench.send("10s", "later", Duration.ofSeconds(3));
      bench.pass(Duration.ofSeconds(1));

      bench.send("10s", "overdue", Duration.ofSeconds(-1));

      assertThat(bench.bodies()).containsExactly("overdue");
    }

    @Test
    @DisplayName("after days, too")
    void afterDays() {
      bench.send("1h", "patient", Duration.ofDays(3));

      bench.jump(Duration.ofDays(3).minusMillis(1));
      assertThat(bench.bodies()).isEmpty();
      bench.pass(TICK);
      bench.pass(TICK);

      assertThat(bench.bodies()).containsExactly("patient");
    }

    @Test
    void eachOfThoseWithTheSameDueTime() {
      for (int i = 0; i < 100; i++) {
        bench.send("1h", Integer.toString(i), Duration.ofSeconds(30));
      }

      bench.pass(Duration.ofSeconds(31));

      assertThat(bench.bodies()).hasSize(100).doesNotHaveDuplicates();
    }

    @Test
    void fromEveryTier() {
      for (String tier : List.of("10s", "1h")) {
        bench.send(tier, tier, Duration.ofSeconds(3));
      }

      bench.pass(Duration.ofSeconds(4));

      assertThat(bench.bodies()).containsExactlyInAnyOrder("10s", "1h");
    }

    @Test
    void whenTheProcessSleptThroughIt() {
      bench.send("10s", "late", Duration.ofSeconds(5));

      bench.jump(Duration.ofHours(5));

      assertThat(bench.bodies()).containsExactly("late");
    }
  }

  @Nested
  @Tag("R-H1")
  @DisplayName("A delivery comes back as it was")
  class Unchanged {

    private TestRecord<byte[], byte[]> throughTheTier(TestRecord<byte[], byte[]> record) {
      bench.send("10s", record);
      bench.pass(Duration.ofSeconds(6));
      return bench.redeliveries.readRecord();
    }

    @Test
    void exceptForItsDueTimeAndTimestamp() {
      byte[] body = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF, 0, -1, 127};
      Headers headers =
          headers(bench.now.plusSeconds(5))
              .add("x", null)
              .add("x", new byte[0])
              .add("x", new byte[] {-1});

      TestRecord<byte[], byte[]> back =
          throughTheTier(
              new TestRecord<>(new byte[] {-1, 0}, body, new RecordHeaders(headers), START));

      assertThat(back.key()).isEqualTo(new byte[] {-1, 0});
      assertThat(back.value()).isEqualTo(body);
      headers.remove(HeaderNames.DUE_AT);
      assertThat(back.headers()).isEqualTo(headers);
      assertThat(back.getRecordTime()).isEqualTo(START.plusSeconds(5));
    }

    @Test
    void withNoKeyAndNoBody() {
      TestRecord<byte[], byte[]> back =
          throughTheTier(new TestRecord<>(null, null, headers(bench.now.plusSeconds(5)), START));

      assertThat(back.key()).isNull();
      assertThat(back.value()).isNull();
    }

    @Test
    void withAnEmptyBody() {
      assertThat(throughTheTier(record("", headers(bench.now.plusSeconds(5)))).value()).isEmpty();
    }

    @Test
    void withNoKeyAndNoBodyWhenItIsDueOnArrival() {
      bench.send("10s", new TestRecord<>(null, null, headers(bench.now), START));

      TestRecord<byte[], byte[]> back = bench.redeliveries.readRecord();
      assertThat(back.key()).isNull();
      assertThat(back.value()).isNull();
      assertThat(back.headers().lastHeader(HeaderNames.DUE_AT)).isNull();
    }

    @Test
    void withoutAnyOfSeveralDueTimes() {
      Headers headers = headers(bench.now).add(HeaderNames.DUE_AT, null);

      assertThat(throughTheTier(record("a", headers)).headers().headers(HeaderNames.DUE_AT))
          .isEmpty();
    }
  }

  @Nested
  @Tag("R-D5")
  @DisplayName("No record stops those behind it")
  class Hostile {

    @ParameterizedTest
    @ValueSource(
        strings = {"", "-1", "soon", "99999999999999999999", "1e18", "9223372036854775808"})
    void whateverItsDueTimeSays(String dueAt) {
      bench.send(
          "10s", record("odd", new RecordHeaders().add(HeaderNames.DUE_AT, dueAt.getBytes(UTF_8))));
      bench.send("10s", "behind", Duration.ofSeconds(1));

      bench.pass(Duration.ofSeconds(2));

      assertThat(bench.bodies()).containsExactly("odd", "behind");
    }

    @Test
    void norIsHeldForEver() {
      bench.send(
          "10s",
          record(
              "far",
              new RecordHeaders().add(HeaderNames.DUE_AT, "999999999999999999".getBytes(UTF_8))));

      bench.pass(Duration.ofSeconds(11));

      assertThat(bench.bodies()).containsExactly("far");
    }

    @Test
    void noneIsHeldBeyondItsGiveUpTime() {
      Headers headers =
          headers(bench.now.plus(Duration.ofDays(2)))
              .add(
                  HeaderNames.GIVE_UP_AT,
                  Long.toString(bench.now.plusSeconds(3).toEpochMilli()).getBytes(UTF_8));
      bench.send("1h", record("giving up", headers));

      bench.pass(Duration.ofSeconds(4));

      assertThat(bench.bodies()).containsExactly("giving up");
    }
  }

  @Nested
  @DisplayName("A tick")
  class Tick {

    @Test
    void releasesNoMoreThanItsLimitAndTheNextGoesOn() {
      bench = bench("10s", new DrainLimit(10, Duration.ofMinutes(1)));
      for (int i = 0; i < 25; i++) {
        bench.send("10s", Integer.toString(i), Duration.ofMillis(20));
      }

      bench.pass(TICK);
      assertThat(bench.bodies()).hasSize(10);
      bench.pass(TICK);
      assertThat(bench.bodies()).hasSize(10);
      bench.pass(TICK);
      assertThat(bench.bodies()).hasSize(5);
    }
  }

  @Nested
  @Tag("R-M1")
  @DisplayName("Meters")
  class Meters {

    @Test
    void showHowManyDeliveriesEachTierHolds() {
      bench.send("10s", "a", Duration.ofSeconds(1));
      bench.send("10s", "b", Duration.ofSeconds(5));
      bench.send("1h", "c", Duration.ofSeconds(5));
      assertThat(pending("10s")).isEqualTo(2);
      assertThat(pending("1h")).isEqualTo(1);

      bench.pass(Duration.ofSeconds(2));

      assertThat(pending("10s")).isEqualTo(1);
      assertThat(emitted("10s")).isEqualTo(1);
    }

    @Test
    void showHowLateDeliveriesWere() {
      bench.send("10s", "a", Duration.ofSeconds(1));

      bench.jump(Duration.ofSeconds(61));

      assertThat(registry.get("barid.scheduler.lateness").timer().max(TimeUnit.SECONDS))
          .isEqualTo(60);
    }

    private double pending(String tier) {
      return registry.get("barid.scheduler.pending").tag("tier", tier).gauge().value();
    }

    private double emitted(String tier) {
      return registry.get("barid.scheduler.emitted").tag("tier", tier).counter().count();
    }
  }

  @Test
  void everyTierIsASubTopologyOfItsOwnThatReadsItsTopicAndWritesRedeliveries() {
    TopologyDescription description =
        SchedulerTopology.build(Topics.DEFAULT, RetryTiers.DEFAULT, registry).describe();

    assertThat(description.subtopologies()).hasSize(5);
    assertThat(description.globalStores()).isEmpty();
    assertThat(description.toString())
        .contains("read-10s (topics: [barid.retry.10s])", "hold-10s (stores: [due-10s])")
        .contains("release-10s (topic: barid.redeliveries)")
        .doesNotContain("KSTREAM", "KTABLE");
  }

  @Test
  void whateverArrivesWheneverWhatIsSentBackIsWhatANaiveQueueSays() {
    Seeded.runs(5, this::matchesANaiveQueue);
  }

  private record Waiting(long dueMs, String body) {}

  private void matchesANaiveQueue(Random random) {
    bench = bench("10s", new DrainLimit(1 + random.nextInt(20), Duration.ofMinutes(1)));
    PriorityQueue<Waiting> model = new PriorityQueue<>(Comparator.comparingLong(Waiting::dueMs));
    List<String> sent = new ArrayList<>();
    List<String> received = new ArrayList<>();
    for (int step = 0; step < 150; step++) {
      if (random.nextInt(3) > 0) {
        String body = Integer.toString(step);
        Duration wait = Duration.ofMillis(random.nextInt(3_000) - 300);
        bench.send("10s", body, wait);
        sent.add(body);
        model.add(new Waiting(bench.now.plus(wait).toEpochMilli(), body));
      } else {
        bench.pass(TICK.multipliedBy(1 + random.nextInt(10)));
      }
      List<String> now = bench.bodies();
      received.addAll(now);
      for (String body : now) {
        Optional<Waiting> waiting = model.stream().filter(w -> w.body().equals(body)).findAny();
        assertThat(waiting).as("%s is sent back once", body).isPresent();
        assertThat(waiting.get().dueMs()).isLessThanOrEqualTo(bench.now.toEpochMilli());
        model.remove(waiting.get());
      }
    }
    bench.pass(Duration.ofSeconds(15));
    received.addAll(bench.bodies());
    assertThat(received).containsExactlyInAnyOrderElementsOf(sent);
  }
}
