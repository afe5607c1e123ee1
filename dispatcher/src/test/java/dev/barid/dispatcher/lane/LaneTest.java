package dev.barid.dispatcher.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-I2")
class LaneTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long MS = 1_000_000L;

  private long nowNanos = -3 * SECOND;

  @Test
  void eachKindHasItsOwnBoundedQueue() {
    Lane<String> lane = lane(3, 1, 1);
    assertThat(offered(lane, 10, false)).isEqualTo(3);
    assertThat(offered(lane, 10, true)).isEqualTo(3);
    assertThat(lane.waiting()).isEqualTo(6);
  }

  @Test
  void beyondItsQueueALaneTakesWhatItCanStartSoon() {
    Lane<String> lane = lane(3, 10, 100);
    assertThat(offered(lane, 1_000, false)).as("a burst and two seconds' worth").isEqualTo(300);
  }

  @Test
  @Tag("R-I7")
  void whatWouldWaitForLongIsNotTakenHoweverMuchRoomThereIs() {
    Lane<String> slow = lane(100, 10, 0.1);
    assertThat(offered(slow, 50, false)).as("within 30 s").isEqualTo(4);
    Lane<String> hanging = lane(100, 10, 1_000);
    offered(hanging, 10, false);
    assertThat(started(hanging)).hasSize(10);
    nowNanos += 15 * SECOND;
    assertThat(offered(hanging, 100, true)).as("within 30 s").isEqualTo(21);
  }

  @Test
  void anEndpointThatStoppedAnsweringIsAsSlowAsItIsSilent() {
    Lane<String> lane = lane(3, 2, 1_000);
    offered(lane, 5, false);
    assertThat(started(lane)).hasSize(2);
    nowNanos += 10 * SECOND;
    assertThat(offered(lane, 100, false)).as("the lane is full at once").isZero();
  }

  @Test
  @Tag("R-I1")
  void noMoreThanTheCapAreInFlight() {
    Lane<String> lane = lane(20, 4, 1_000);
    offered(lane, 10, false);
    assertThat(started(lane)).hasSize(4);
    assertThat(lane.hasWorkAndRoom()).isFalse();
    lane.ended(MS, nowNanos);
    lane.withdrawn();
    assertThat(lane.inFlight()).isEqualTo(2);
    assertThat(started(lane)).hasSize(2);
    assertThat(lane.inFlight()).isEqualTo(4);
  }

  @Test
  void redeliveriesGoFirstAndEachKindInItsOrder() {
    Lane<String> lane = lane(20, 20, 1_000);
    for (String delivery : List.of("first 1", "again 1", "first 2", "again 2", "first 3")) {
      lane.offer(delivery, delivery.startsWith("again"), nowNanos);
    }
    assertThat(started(lane))
        .containsExactly("again 1", "again 2", "first 1", "first 2", "first 3");
  }

  @Test
  void redeliveriesThatKeepComingStarveNoFirstAttempt() {
    Lane<String> lane = lane(100, 1_000, 1_000);
    for (int i = 0; i < 20; i++) {
      lane.offer("again", true, nowNanos);
      lane.offer("first", false, nowNanos);
    }
    assertThat(started(lane).subList(0, 9))
        .containsExactly(
            "again", "again", "again", "first", "again", "again", "again", "first", "again");
  }

  @Test
  void startsKeepToTheRate() {
    Lane<String> lane = new Lane<>(new LaneLimits(100, 100, 50, 5), nowNanos);
    offered(lane, 30, false);
    assertThat(started(lane)).as("the burst").hasSize(5);
    assertThat(lane.nextStartNanos() - nowNanos).isEqualTo(20 * MS);
    nowNanos += 20 * MS;
    assertThat(started(lane)).hasSize(1);
    nowNanos += 60 * MS;
    assertThat(started(lane)).hasSize(3);
  }

  @Test
  void whatNeededNoAttemptUsesUpNoneOfTheRate() {
    Lane<String> lane = new Lane<>(new LaneLimits(100, 1, 2, 1), nowNanos);
    offered(lane, 50, false);
    int withdrawn = 0;
    while (lane.start(nowNanos).isPresent()) {
      lane.withdrawn();
      withdrawn++;
    }
    assertThat(withdrawn).isEqualTo(50);
  }

  @Test
  void aFloodIsGivenDistinctSlotsAtTheEndpointsPace() {
    Lane<String> lane = lane(100, 10, 50);
    List<Long> slots = flood(lane, 10_000);
    assertThat(slots).doesNotHaveDuplicates().isSorted();
    assertThat(slots.get(0) - nowNanos).as("after what waits").isBetween(2 * SECOND, 4 * SECOND);
    for (int from = 0; from + 50 < slots.size(); from++) {
      assertThat(slots.get(from + 50) - slots.get(from)).as("50 of them").isEqualTo(SECOND);
    }
    assertThat(slots.get(slots.size() - 1) - nowNanos).isBetween(200 * SECOND, 204 * SECOND);
  }

  @Test
  void noSlotIsFurtherAheadThanAnHour() {
    List<Long> slots = flood(lane(100, 10, 1), 10_000);
    assertThat(slots.get(slots.size() - 1) - nowNanos).isEqualTo(3_600 * SECOND);
    assertThat(slots.stream().distinct().count()).isBetween(3_400L, 3_600L);
  }

  @Test
  void aSlowEndpointIsGivenSlotsAtThePaceOfItsAnswers() {
    Lane<String> lane = lane(1, 2, 1_000);
    lane.offer("slow", false, nowNanos);
    assertThat(started(lane)).hasSize(1);
    nowNanos += SECOND;
    lane.ended(SECOND, nowNanos);
    long first = lane.nextFreeSlotNanos(nowNanos);
    assertThat(lane.nextFreeSlotNanos(nowNanos) - first).isEqualTo(SECOND / 2);
  }

  @Test
  void oneSlowAnswerDoesNotSlowDownAWholeFlood() {
    Lane<String> lane = lane(100, 10, 50);
    lane.offer("cold", false, nowNanos);
    assertThat(started(lane)).hasSize(1);
    nowNanos += SECOND;
    lane.ended(SECOND, nowNanos);
    List<Long> slots = flood(lane, 2_000);
    assertThat(slots.get(slots.size() - 1) - nowNanos)
        .as("a second's hold for each of 10 at once would take 200 s")
        .isBetween(38 * SECOND, 46 * SECOND);
  }

  @Test
  void anEndpointThatHasLongBeenSlowIsGivenSlotsAtItsPaceForLong() {
    Lane<String> lane = lane(100, 10, 50);
    offered(lane, 400, false);
    started(lane);
    for (int i = 0; i < 60; i++) {
      nowNanos += SECOND;
      for (int n = lane.inFlight(); n > 0; n--) {
        // One starts as another ends: it is never without any in flight.
        lane.ended(SECOND, nowNanos);
        lane.start(nowNanos);
      }
      offered(lane, 10, false);
    }
    List<Long> slots = flood(lane, 2_000);
    assertThat(slots.get(1_999) - slots.get(0)).isBetween(150 * SECOND, 200 * SECOND);
  }

  @Test
  void aMomentsSilenceOfABusyEndpointDoesNotSlowDownAWholeFlood() {
    Lane<String> lane = busyForAMinute(100);
    nowNanos += 2 * SECOND;
    // A part of what was in flight has ended, late; the rest of the ends is still to be read.
    for (int n = 0; n < 25; n++) {
      lane.ended(2 * SECOND, nowNanos);
    }
    List<Long> slots = flood(lane, 10_000);
    assertThat(slots.get(slots.size() - 1) - nowNanos)
        .as("2 s for each of 50 at once would take minutes")
        .isBetween(10 * SECOND, 20 * SECOND);
  }

  @Test
  void anEndpointThatFellSilentIsGivenSlotsAtThatPaceSoon() {
    Lane<String> lane = busyForAMinute(100);
    nowNanos += 30 * SECOND;
    List<Long> slots = flood(lane, 100);
    assertThat(slots.get(99) - slots.get(0)).isGreaterThan(50 * SECOND);
  }

  @Test
  void slotsOfALongPastFloodAreForgotten() {
    Lane<String> lane = lane(1, 1, 10);
    flood(lane, 100);
    lane.takeOut(any -> true);
    nowNanos += 60 * SECOND;
    assertThat(lane.nextFreeSlotNanos(nowNanos) - nowNanos).isBetween(0L, 100 * MS);
  }

  @Test
  void theSmallestRateOverflowsNothing() {
    Lane<String> lane = lane(1, 1, Double.MIN_VALUE);
    List<Long> slots = flood(lane, 100);
    assertThat(slots).allMatch(slot -> slot - nowNanos <= 3_600 * SECOND && slot >= nowNanos);
    assertThat(slots.get(99) - nowNanos).isEqualTo(3_600 * SECOND);
  }

  @Test
  void newLimitsHoldAtOnce() {
    Lane<String> lane = lane(100, 1, 1);
    offered(lane, 50, false);
    assertThat(started(lane)).hasSize(1);
    assertThat(lane.limit(new LaneLimits(100, 20, 1_000, 20), nowNanos)).isTrue();
    assertThat(lane.limit(new LaneLimits(100, 20, 1_000, 20), nowNanos)).isFalse();
    assertThat(started(lane)).hasSize(19);
  }

  @Test
  void isRestedOnceNothingIsLeftToRemember() {
    Lane<String> lane = lane(10, 1, 10);
    assertThat(lane.isRested(nowNanos)).isTrue();
    lane.offer("one", false, nowNanos);
    assertThat(lane.isRested(nowNanos)).as("one waits").isFalse();
    assertThat(started(lane)).hasSize(1);
    nowNanos += 10 * SECOND;
    assertThat(lane.isRested(nowNanos)).as("one is in flight").isFalse();
    lane.ended(MS, nowNanos);
    assertThat(lane.isRested(nowNanos)).isTrue();
    lane.nextFreeSlotNanos(nowNanos);
    long slot = lane.nextFreeSlotNanos(nowNanos);
    assertThat(lane.isRested(nowNanos)).as("a slot is handed out").isFalse();
    assertThat(lane.isRested(slot)).isTrue();
  }

  private Lane<String> lane(int queue, int concurrency, double rate) {
    return new Lane<>(
        new LaneLimits(queue, concurrency, rate, (int) Math.max(1, Math.ceil(rate))), nowNanos);
  }

  /** One of 50 at once and 1000 a second, of which each second so many rounds of 10 ms end. */
  private Lane<String> busyForAMinute(int roundsPerSecond) {
    Lane<String> lane = lane(100, 50, 1_000);
    offered(lane, 100, false);
    started(lane);
    for (int round = 0; round < 60 * roundsPerSecond; round++) {
      nowNanos += SECOND / roundsPerSecond;
      for (int n = 0; n < 10; n++) {
        // One starts as another ends: it is never without any in flight.
        lane.ended(10 * MS, nowNanos);
        lane.offer("more", false, nowNanos);
        lane.start(nowNanos);
      }
    }
    return lane;
  }

  private int offered(Lane<String> lane, int count, boolean redeliveries) {
    int taken = 0;
    for (int i = 0; i < count; i++) {
      taken += lane.offer("delivery " + i, redeliveries, nowNanos) ? 1 : 0;
    }
    return taken;
  }

  /** The slots of those of so many deliveries that don't fit. */
  private List<Long> flood(Lane<String> lane, int count) {
    List<Long> slots = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (!lane.offer("delivery " + i, false, nowNanos)) {
        slots.add(lane.nextFreeSlotNanos(nowNanos));
      }
    }
    while (slots.size() < count) {
      slots.add(lane.nextFreeSlotNanos(nowNanos));
    }
    return slots;
  }

  private List<String> started(Lane<String> lane) {
    List<String> started = new ArrayList<>();
    for (var next = lane.start(nowNanos); next.isPresent(); next = lane.start(nowNanos)) {
      started.add(next.get());
    }
    return started;
  }
}
