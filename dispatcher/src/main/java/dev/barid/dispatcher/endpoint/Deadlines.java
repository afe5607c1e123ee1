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

  private final Map<Long, Set<Attempt>> oldestFirst = new HashMap<>();
  private int count;

  /** An attempt starts. */
  void add(Attempt attempt) {
    if (oldestFirst
        .computeIfAbsent(attempt.timeoutNanos(), none -> new LinkedHashSet<>())
        .add(attempt)) {
      count++;
    }
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

  boolean isEmpty() {
    return count == 0;
  }

  /** Those whose time is over. */
  List<Attempt> over(long nowNanos) {
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
