package dev.barid.dispatcher.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.budget.BudgetLimits;
import dev.barid.core.budget.RetryBudget;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.subscriber.Limits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-I5")
class LanesTest {

  private static final long SECOND = 1_000_000_000L;
  private static final Limits WIDE = Limits.of(1_000, 100_000);
  private static final int ALL = Integer.MAX_VALUE;

  private final TrackedPartition partition = Samples.partition(3);
  private final Lanes lanes = new Lanes(1_000, new RetryBudget(BudgetLimits.STANDARD, 0));
  private final List<String> started = new ArrayList<>();
  private long offset;
  private long nowNanos;

  @Test
  void aFloodOfOneEndpointDelaysNoOther() {
    offer("flood", WIDE, 1_000);
    for (int other = 0; other < 10; other++) {
      offer("other " + other, WIDE, 1);
    }
    assertThat(start(11)).as("everyone's turn comes in the first round").hasSize(11);
    assertThat(started).doesNotHaveDuplicates();
    assertThat(start(ALL)).containsOnly("flood").hasSize(999);
  }

  @Test
  void lanesTakeTurnsOneAttemptEach() {
    offer("a", WIDE, 3);
    offer("b", WIDE, 3);
    offer("c", WIDE, 1);
    assertThat(start(ALL)).containsExactly("a", "b", "c", "a", "b", "a", "b");
  }

  @Test
  @Tag("R-I2")
  void aLaneWhoseRateIsUsedUpWaitsAsideUntilItsTime() {
    offer("slow", Limits.of(100, 10), 12);
    assertThat(start(ALL)).hasSize(10);
    assertThat(lanes.hasLine()).as("nothing to do until then").isFalse();
    assertThat(lanes.nanosToNextStart(nowNanos, SECOND)).isEqualTo(SECOND / 10);
    assertThat(lanes.nanosToNextStart(nowNanos, 5)).isEqualTo(5);
    nowNanos += SECOND / 10 - 1;
    assertThat(start(ALL)).isEmpty();
    nowNanos += 1;
    assertThat(start(ALL)).containsExactly("slow");
    nowNanos += SECOND;
    assertThat(lanes.nanosToNextStart(nowNanos, SECOND)).isZero();
    assertThat(start(ALL)).containsExactly("slow");
    assertThat(lanes.nanosToNextStart(nowNanos, SECOND)).as("none waits").isEqualTo(SECOND);
  }

  @Test
  void aLaneStandsInLineOnceWhateverHappens() {
    long seed = Long.getLong("barid.test.seed", System.nanoTime());
    Random random = new Random(seed);
    List<EndpointLane> inFlight = new ArrayList<>();
    for (int step = 0; step < 5_000; step++) {
      String endpoint = "e" + random.nextInt(4);
      switch (random.nextInt(4)) {
        case 0 -> offer(endpoint, Limits.of(1 + random.nextInt(3), 1 + random.nextInt(50)), 2);
        case 1 -> nowNanos += random.nextInt((int) SECOND / 4);
        case 2 -> {
          Collections.shuffle(inFlight, random);
          if (!inFlight.isEmpty()) {
            lanes.ended(inFlight.remove(0), 1_000, nowNanos);
          }
        }
        default -> {
          // One round starts one attempt of each lane at most: more would be a second place.
          Map<EndpointLane, Integer> turns = new HashMap<>();
          lanes.start(
              nowNanos,
              1 + random.nextInt(3),
              (lane, next) -> {
                inFlight.add(lane);
                turns.merge(lane, 1, Integer::sum);
              });
          if (turns.size() > 1) {
            int spread = Collections.max(turns.values()) - Collections.min(turns.values());
            assertThat(spread).as("turns, seed %d", seed).isLessThanOrEqualTo(1);
          }
        }
      }
    }
  }

  @Test
  @Tag("R-R2")
  void newLimitsReachALaneThatWaitsAside() {
    offer("slow", new Limits(1_000, 0.2, 1), 5);
    assertThat(start(ALL)).hasSize(1);
    lanes.limit(new EndpointKey("acme", "slow"), WIDE, nowNanos);
    assertThat(start(ALL)).hasSize(4);
    assertThat(lanes.nanosToNextStart(nowNanos, SECOND)).as("none waits").isEqualTo(SECOND);
    lanes.limit(new EndpointKey("acme", "nobody"), WIDE, nowNanos);
  }

  @Test
  @Tag("R-I1")
  void aWiderCapReachesALaneThatIsFull() {
    offer("busy", Limits.of(1, 1_000), 5);
    assertThat(start(ALL)).hasSize(1);
    assertThat(lanes.hasLine()).isFalse();
    lanes.limit(new EndpointKey("acme", "busy"), WIDE, nowNanos);
    assertThat(start(ALL)).hasSize(4);
  }

  @Test
  void whatIsTakenOutDoesNotStart() {
    offer("a", WIDE, 5);
    List<Long> taken = new ArrayList<>();
    lanes.takeOut(
        queued -> queued.polled().source().offset() != 2,
        (key, queued) -> {
          assertThat(key).isEqualTo(new EndpointKey("acme", "a"));
          taken.add(queued.polled().source().offset());
        });
    assertThat(taken).containsExactly(0L, 1L, 3L, 4L);
    assertThat(start(ALL)).containsExactly("a");
  }

  @Test
  @Tag("R-I7")
  void aLaneIsForgottenOnceItIsRested() {
    EndpointLane lane = offer("a", Limits.of(10, 100), 1);
    lanes.forgetRested(nowNanos);
    assertThat(lanes.isEmpty()).as("one waits").isFalse();
    start(ALL);
    lanes.forgetRested(nowNanos + SECOND);
    assertThat(lanes.isEmpty()).as("one is in flight").isFalse();
    lanes.ended(lane, 1_000, nowNanos);
    start(ALL);
    lanes.forgetRested(nowNanos + SECOND);
    assertThat(lanes.isEmpty()).isTrue();
  }

  @Test
  @Tag("R-I1")
  void aPartitionThatComesBackCountsWhatIsStillInFlight() {
    EndpointLane lane = offer("a", Limits.of(2, 1_000), 2);
    assertThat(start(ALL)).hasSize(2);
    lanes.forget(3);
    offer("a", Limits.of(2, 1_000), 2);
    assertThat(start(ALL)).isEmpty();
    lanes.ended(lane, 1_000, nowNanos);
    assertThat(start(ALL)).hasSize(1);
  }

  @Test
  void aForgottenLaneThatStoodInLineIsPassedOver() {
    offer("a", WIDE, 1);
    offer("slow", new Limits(10, 1, 1), 2);
    start(2);
    lanes.takeOut(queued -> true, (key, queued) -> {});
    lanes.forget(3);
    nowNanos += 10 * SECOND;
    assertThat(start(ALL)).isEmpty();
    assertThat(lanes.hasLine()).isFalse();
  }

  private EndpointLane offer(String endpoint, Limits limits, int count) {
    EndpointLane lane = lanes.lane(3, new EndpointKey("acme", endpoint), limits, nowNanos);
    for (int i = 0; i < count; i++) {
      lanes.offer(lane, Samples.queued(Samples.polled(partition, offset++, 1)), false, nowNanos);
    }
    return lane;
  }

  private List<String> start(int most) {
    int before = started.size();
    lanes.start(nowNanos, most, (lane, next) -> started.add(lane.key().endpoint()));
    return started.subList(before, started.size());
  }
}
