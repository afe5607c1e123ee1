package dev.barid.dispatcher.worker;

import dev.barid.core.budget.RetryBudget;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.subscriber.Limits;
import dev.barid.dispatcher.lane.Lane;
import dev.barid.dispatcher.lane.LaneLimits;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * All lanes of a worker. Lanes that may start an attempt stand in line and take turns, one attempt
 * each; a lane whose rate is used up waits aside until its time. So a turn costs what it starts,
 * not the number of lanes. Owner thread only.
 */
final class Lanes {

  /** Told of each delivery whose turn it is. */
  @FunctionalInterface
  interface Starter {
    void start(EndpointLane lane, QueuedDelivery next);
  }

  private record Aside(long untilNanos, EndpointLane lane) {}

  private final int queue;
  private final RetryBudget budget;
  private final Map<Integer, Map<EndpointKey, EndpointLane>> byPartition = new HashMap<>();
  private final Deque<EndpointLane> line = new ArrayDeque<>();
  private final PriorityQueue<Aside> aside =
      new PriorityQueue<>(Comparator.comparingLong(Aside::untilNanos));

  /**
   * @param queue deliveries that may wait in one lane
   * @param budget the worker's retry budget, of which each lane has a share
   */
  Lanes(int queue, RetryBudget budget) {
    this.queue = queue;
    this.budget = budget;
  }

  /** The endpoint's lane in a partition, made if there is none, with the limits as they are now. */
  EndpointLane lane(int partition, EndpointKey key, Limits limits, long nowNanos) {
    Map<EndpointKey, EndpointLane> lanes =
        byPartition.computeIfAbsent(partition, number -> new HashMap<>());
    LaneLimits wanted = wanted(limits);
    EndpointLane lane =
        lanes.computeIfAbsent(
            key,
            absent ->
                new EndpointLane(absent, new Lane<>(wanted, nowNanos), budget.newShare(nowNanos)));
    limit(lane, wanted, nowNanos);
    return lane;
  }

  /** The registry has these limits for an endpoint: they hold at once, for what waits too. */
  void limit(EndpointKey key, Limits limits, long nowNanos) {
    for (Map<EndpointKey, EndpointLane> lanes : byPartition.values()) {
      EndpointLane lane = lanes.get(key);
      if (lane != null) {
        limit(lane, wanted(limits), nowNanos);
      }
    }
  }

  private void limit(EndpointLane lane, LaneLimits wanted, long nowNanos) {
    if (lane.lane().limit(wanted, nowNanos)) {
      if (aside.removeIf(waiting -> waiting.lane() == lane)) {
        lane.listed(false);
      }
      lineUp(lane);
    }
  }

  private LaneLimits wanted(Limits limits) {
    return new LaneLimits(queue, limits.concurrency(), limits.ratePerSecond(), limits.burst());
  }

  /** Puts a delivery into its lane if there is room. */
  boolean offer(EndpointLane lane, QueuedDelivery delivery, boolean redelivery, long nowNanos) {
    boolean taken = lane.lane().offer(delivery, redelivery, nowNanos);
    lineUp(lane);
    return taken;
  }

  /** An attempt of the lane ended. */
  void ended(EndpointLane lane, long heldNanos, long nowNanos) {
    lane.lane().ended(heldNanos, nowNanos);
    lineUp(lane);
  }

  /** What was started turned out not to need an attempt. */
  void withdrawn(EndpointLane lane) {
    lane.lane().withdrawn();
    lineUp(lane);
  }

  /**
   * Starts what may start now, lane by lane in turns.
   *
   * @param most the most attempts to start
   */
  void start(long nowNanos, int most, Starter starter) {
    while (!aside.isEmpty() && aside.peek().untilNanos() - nowNanos <= 0) {
      line.addLast(aside.poll().lane());
    }
    int started = 0;
    while (started < most && !line.isEmpty()) {
      EndpointLane lane = line.pollFirst();
      Optional<QueuedDelivery> next = lane.lane().start(nowNanos);
      if (next.isPresent()) {
        line.addLast(lane);
        starter.start(lane, next.get());
        started++;
      } else if (lane.lane().hasWorkAndRoom()) {
        aside.add(new Aside(lane.lane().nextStartNanos(), lane));
      } else {
        lane.listed(false);
      }
    }
  }

  /** Whether any lane stands in line. */
  boolean hasLine() {
    return !line.isEmpty();
  }

  /** How long until a lane that waits for its rate may start, at most {@code most}; nanoseconds. */
  long nanosToNextStart(long nowNanos, long most) {
    Aside next = aside.peek();
    return next == null ? most : Math.max(0, Math.min(most, next.untilNanos() - nowNanos));
  }

  /** Takes out what waits and matches, and says so of each with its endpoint. */
  void takeOut(Predicate<QueuedDelivery> matches, BiConsumer<EndpointKey, QueuedDelivery> onTaken) {
    for (Map<EndpointKey, EndpointLane> lanes : byPartition.values()) {
      lanes.forEach(
          (key, lane) -> lane.lane().takeOut(matches).forEach(taken -> onTaken.accept(key, taken)));
    }
  }

  /** Takes out of one lane what waits and matches, and hands it over. */
  void takeOut(
      int partition,
      EndpointKey key,
      Predicate<QueuedDelivery> matches,
      Consumer<QueuedDelivery> onTaken) {
    EndpointLane lane = byPartition.getOrDefault(partition, Map.of()).get(key);
    if (lane != null) {
      lane.lane().takeOut(matches).forEach(onTaken);
    }
  }

  /**
   * Forgets the lanes of a partition, in which nothing waits. Those with attempts in flight stay
   * until these have ended: should the partition come back before, the cap counts them.
   */
  void forget(int partition) {
    Map<EndpointKey, EndpointLane> lanes = byPartition.getOrDefault(partition, Map.of());
    lanes.values().removeIf(lane -> lane.lane().inFlight() == 0);
    if (lanes.isEmpty()) {
      byPartition.remove(partition);
    }
  }

  /** Forgets lanes that a new one would equal, so that memory follows the traffic. */
  void forgetRested(long nowNanos) {
    for (Map<EndpointKey, EndpointLane> lanes : byPartition.values()) {
      lanes.values().removeIf(lane -> lane.isRested(nowNanos));
    }
    byPartition.values().removeIf(Map::isEmpty);
  }

  /** Whether none is remembered. */
  boolean isEmpty() {
    return byPartition.isEmpty();
  }

  private void lineUp(EndpointLane lane) {
    if (!lane.listed() && lane.lane().hasWorkAndRoom()) {
      lane.listed(true);
      line.addLast(lane);
    }
  }
}
