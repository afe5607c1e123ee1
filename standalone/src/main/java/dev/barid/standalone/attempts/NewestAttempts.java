package dev.barid.standalone.attempts;

import dev.barid.core.attempt.AttemptEntry;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Keeps the newest of any number of attempts, in memory for so many. */
final class NewestAttempts {

  /** An attempt, and the how-manieth it was: those of one millisecond stay in their order. */
  private record Numbered(AttemptEntry entry, long number) {}

  private static final Comparator<Numbered> BY_TIME =
      Comparator.comparing((Numbered each) -> each.entry().time())
          .thenComparingLong(Numbered::number);

  private final int most;
  private final PriorityQueue<Numbered> kept = new PriorityQueue<>(BY_TIME);
  private long seen;

  NewestAttempts(int most) {
    this.most = most;
  }

  void add(AttemptEntry entry) {
    kept.add(new Numbered(entry, seen++));
    if (kept.size() > most) {
      kept.remove();
    }
  }

  /** Those kept, oldest first. */
  List<AttemptEntry> oldestFirst() {
    return kept.stream().sorted(BY_TIME).map(Numbered::entry).toList();
  }
}
