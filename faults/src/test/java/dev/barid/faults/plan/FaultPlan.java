package dev.barid.faults.plan;

import dev.barid.faults.plan.Fault.AllBrokersAway;
import dev.barid.faults.plan.Fault.CutOff;
import dev.barid.faults.plan.Fault.FreezeDispatcher;
import dev.barid.faults.plan.Fault.KillBroker;
import dev.barid.faults.plan.Fault.KillDispatcher;
import dev.barid.faults.plan.Fault.KillScheduler;
import dev.barid.faults.plan.Fault.RollingRestart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What goes wrong when: the same for the same seed and length. Faults overlap now and then, as they
 * do; but one that takes a broker begins only when the one before has given it back.
 *
 * @param seed what it was made from
 * @param length from the first second to the last fault's usual end
 * @param faults in the order of their times
 */
public record FaultPlan(long seed, Duration length, List<Timed> faults) {

  /** Beyond it a dispatcher is given up by its group: 6 s, and a second for its heartbeat. */
  private static final Duration DISPATCHER_SESSION = Duration.ofSeconds(7);

  private static final Duration SCHEDULER_SESSION = Duration.ofSeconds(11);
  private static final Duration OUTAGE = Duration.ofSeconds(60);
  private static final int BROKERS = 3;

  /** The kinds, from what they are drawn from; the long ones first. */
  private static final List<Function<Draw, Fault>> KINDS =
      List.of(
          draw -> new AllBrokersAway(draw.outage()),
          draw -> new RollingRestart(),
          draw -> new KillDispatcher(draw.oneOf("dispatcher-1", "dispatcher-2"), draw.upTo(8)),
          draw -> new KillScheduler(draw.oneOf("scheduler-1", "scheduler-2"), draw.upTo(14)),
          draw -> new KillBroker(1 + draw.random().nextInt(BROKERS), draw.upTo(10)),
          draw ->
              new FreezeDispatcher(
                  draw.oneOf("dispatcher-1", "dispatcher-2"), draw.beyond(DISPATCHER_SESSION)),
          Draw::cutOff);

  private static final int LONG_KINDS = 2;

  /**
   * A fault and when it is due.
   *
   * @param at from the start of the faults; it begins later if it must wait for another one
   */
  public record Timed(Duration at, Fault fault) {

    Duration usualEnd() {
      return at.plus(fault.usualLength());
    }

    @Override
    public String toString() {
      return "%3d s  %s".formatted(at.toSeconds(), fault);
    }
  }

  /** Makes the plan of a seed. */
  public static FaultPlan of(long seed, Duration length) {
    Draw draw = new Draw(new Random(seed), length);
    List<Timed> faults = new ArrayList<>();
    List<Function<Draw, Fault>> bag = new ArrayList<>();
    Duration at = Duration.ofSeconds(4).plus(draw.upTo(4));
    Duration brokersBackAt = Duration.ZERO;
    int refused = 0;
    while (refused < KINDS.size()) {
      if (bag.isEmpty()) {
        bag.addAll(bag(draw.random()));
      }
      Fault fault = bag.remove(0).apply(draw);
      Duration due = fault.takesBroker() ? later(at, brokersBackAt) : at;
      Timed timed = new Timed(due, fault);
      if (timed.usualEnd().compareTo(length) > 0) {
        refused++;
        continue;
      }
      refused = 0;
      faults.add(timed);
      if (fault.takesBroker()) {
        brokersBackAt = timed.usualEnd();
      }
      at = due.plus(draw.pause(fault.usualLength()));
    }
    return new FaultPlan(seed, length, List.copyOf(faults));
  }

  /** Every kind once, in random order, but of the long ones one soon and the other at last. */
  private static List<Function<Draw, Fault>> bag(Random random) {
    List<Function<Draw, Fault>> bag = new ArrayList<>(KINDS);
    Function<Draw, Fault> soon = bag.remove(random.nextInt(LONG_KINDS));
    Function<Draw, Fault> atLast = bag.remove(0);
    Collections.shuffle(bag, random);
    bag.add(random.nextInt(3), soon);
    bag.add(atLast);
    return bag;
  }

  private static Duration later(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** The random choices. */
  private record Draw(Random random, Duration length) {

    String oneOf(String one, String other) {
      return random.nextBoolean() ? one : other;
    }

    Duration upTo(int seconds) {
      return Duration.ofMillis(random.nextInt(seconds * 1_000));
    }

    Duration beyond(Duration least) {
      return least.plus(upTo(6));
    }

    /** A minute; less in a run that has no room for it. */
    Duration outage() {
      Duration part = length.dividedBy(6);
      return length.compareTo(OUTAGE.multipliedBy(2)) < 0 ? part : OUTAGE;
    }

    /** Of the second ones, which are behind routes that can be cut. */
    Fault cutOff() {
      return random.nextBoolean()
          ? new CutOff("dispatcher-2", beyond(DISPATCHER_SESSION))
          : new CutOff("scheduler-2", beyond(SCHEDULER_SESSION));
    }

    /** Mostly until it is over and a little longer, sometimes only half of that. */
    Duration pause(Duration usualLength) {
      return random.nextInt(3) == 0
          ? usualLength.dividedBy(2)
          : usualLength.plusSeconds(1).plus(upTo(4));
    }
  }

  /** The whole plan, a line for each fault. */
  @Override
  public String toString() {
    return faults.stream()
        .map(timed -> "\n  " + timed)
        .collect(
            Collectors.joining(
                "", "faults of seed " + seed + ", " + length.toSeconds() + " s:", ""));
  }
}
