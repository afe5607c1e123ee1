package dev.barid.dispatcher.endpoint;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The attempts in flight, and when the time of each is over. Of those with the same time-out the
 * one that started first is over first, so there is nothing to sort, and most never come to be
 * looked at. Confined to the event loop.
 */
final class Deadlines {

  /** How much longer than its time-out an attempt may take, for looking at the clock costs. */
  private static final long TICK_MS = 10;

  /** Lets time pass. */
  interface Timer {
    /** Runs the tick once, so many milliseconds from now, on the event loop. */
    void in(long ms, Runnable tick);
  }

  private final Timer timer;
  private final Map<Long, Set<Attempt>> oldestFirst = new HashMap<>();
  private int count;
  private boolean ticking;

  Deadlines(Timer timer) {
    this.timer = timer;
  }

  /** An attempt starts. */
  void add(Attempt attempt) {
    if (oldestFirst
        .computeIfAbsent(attempt.timeoutNanos(), none -> new LinkedHashSet<>())
        .add(attempt)) {
      count++;
    }
    tickOn();
  }

  /** It has ended. */
  void remove(Attempt attempt) {
    Set<Attempt> alike = oldestFirst.get(attempt.timeoutNanos());
    if (alike != null && alike.remove(attempt)) {
      count--;
      if (alike.isEmpty()) {
        oldestFirst.remove(attempt.timeoutNanos());
      }
    }
  }

  /** One timer at a time, however often attempts come and go within a tick. */
  private void tickOn() {
    if (!ticking && count > 0) {
      ticking = true;
      timer.in(TICK_MS, this::onTick);
    }
  }

  private void onTick() {
    ticking = false;
    try {
      over(System.nanoTime()).forEach(Attempt::onDeadline);
    } finally {
      // Also when one of them threw: the others' time goes on.
      tickOn();
    }
  }

  /** Those whose time is over. */
  private List<Attempt> over(long nowNanos) {
    List<Attempt> over = new ArrayList<>();
    for (Set<Attempt> alike : oldestFirst.values()) {
      for (Attempt oldest : alike) {
        if (nowNanos - oldest.deadlineNanos() < 0) {
          break;
        }
        over.add(oldest);
      }
    }
    return over;
  }

  List<Attempt> all() {
    return oldestFirst.values().stream().flatMap(Set::stream).toList();
  }
}
