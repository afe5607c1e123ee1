package dev.barid.dispatcher.offsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A partition with gaps, the group's commit of it, and an owner that polls, completes in any order,
 * commits, aborts and dies, beside a naive model in sets of what the tracker must say.
 */
final class SimulatedPartition {

  private final Random random;
  private final int room;
  private final int gapBits;
  private final NavigableSet<Long> log = new TreeSet<>();
  private long logEnd;

  /** On the broker's side: survives the owner. */
  private long committedOffset;

  private String committedMetadata = "";
  private final Map<Long, Integer> written = new HashMap<>();

  /** On the owner's side: lost when it dies. */
  private OffsetTracker tracker;

  private int epoch = 1;
  private final NavigableSet<Long> pending = new TreeSet<>();
  private final NavigableSet<Long> completed = new TreeSet<>();
  private @Nullable CommitPlan open;
  private Set<Long> batch = Set.of();

  SimulatedPartition(Random random) {
    this.random = random;
    room = random.nextInt(4) == 0 ? OffsetMetadata.MAX_CHARS : random.nextInt(60);
    gapBits = random.nextBoolean() ? 1 : 1 + random.nextInt(40);
    tracker = OffsetTracker.startAt(epoch, 0);
  }

  void step() {
    switch (random.nextInt(16)) {
      case 0, 1 -> produce();
      case 2, 3, 4 -> poll();
      case 5, 6, 7, 8, 9, 10 -> complete();
      case 11, 12 -> plan();
      case 13, 14 -> endTransaction(random.nextInt(4) > 0);
      default -> {
        if (random.nextInt(3) == 0) {
          restart();
        }
      }
    }
    check();
  }

  /** Finishes everything without producing any more. */
  void drain() {
    while (tracker.position() < logEnd || !pending.isEmpty()) {
      poll();
      complete();
      check();
    }
    endTransaction(true);
    do {
      plan();
      endTransaction(true);
      check();
    } while (!completed.isEmpty());
    plan();
    endTransaction(true);
  }

  void checkAllEndedOnce() {
    assertThat(written.keySet()).isEqualTo(log);
    assertThat(written.values()).allMatch(times -> times == 1);
    assertThat(committedOffset).as("no lag").isEqualTo(logEnd);
    assertThat(committedMetadata).isEmpty();
  }

  private void produce() {
    for (int i = random.nextInt(12); i >= 0; i--) {
      if (random.nextInt(3) == 0) {
        logEnd += 1 + random.nextLong(1L << random.nextInt(gapBits));
      } else {
        log.add(logEnd++);
      }
    }
  }

  private void poll() {
    List<Long> records = new ArrayList<>();
    int limit = 1 + random.nextInt(8);
    for (Long next = log.ceiling(tracker.position()); next != null && limit-- > 0; ) {
      records.add(next);
      next = log.higher(next);
    }
    for (long offset : records) {
      boolean repeat = tracker.started(offset);
      assertThat(repeat).as("offset %d starts", offset).isEqualTo(!written.containsKey(offset));
      if (repeat) {
        pending.add(offset);
      }
    }
    Long next = log.ceiling(tracker.position());
    if (random.nextInt(3) > 0) {
      tracker.advancedTo(next == null ? logEnd : next);
    }
  }

  private void complete() {
    for (int i = random.nextInt(6); i >= 0 && !pending.isEmpty(); i--) {
      // The head is slow now and then, so that much gathers behind it.
      Long offset = pending.ceiling(pending.first() + random.nextLong(logEnd));
      offset = offset == null ? pending.last() : offset;
      assertThat(tracker.complete(offset, epoch - 1)).isFalse();
      assertThat(tracker.complete(offset, epoch)).isTrue();
      assertThat(tracker.complete(offset, epoch)).isFalse();
      pending.remove(offset);
      completed.add(offset);
    }
  }

  private void plan() {
    if (open != null) {
      return;
    }
    Set<Long> offered = new TreeSet<>(completed);
    if (random.nextInt(4) == 0) {
      offered.removeIf(offset -> random.nextBoolean());
    }
    CommitPlan plan = tracker.plan(room, offered::contains);
    open = plan;
    batch = new TreeSet<>(offered);
    batch.removeIf(offset -> !plan.covers(offset));
    checkPlan(plan);
  }

  private void checkPlan(CommitPlan plan) {
    CompletedRuns runs = OffsetMetadata.decode(plan.committable(), plan.metadata());
    assertThat(plan.metadata().length()).isLessThanOrEqualTo(room);
    assertThat(plan.committable()).isLessThanOrEqualTo(tracker.position());
    for (long offset : log) {
      boolean finished = written.containsKey(offset) || batch.contains(offset);
      boolean remembered = offset < plan.committable() || runs.contains(offset);
      if (remembered != finished) {
        fail("offset %d: finished %s, but not so in %s: %s", offset, finished, plan, runs);
      }
    }
    if (!plan.changes()) {
      assertThat(batch).isEmpty();
      assertThat(plan.committable()).isEqualTo(committedOffset);
      assertThat(plan.metadata()).isEqualTo(committedMetadata);
    }
    NavigableSet<Long> unfinished = new TreeSet<>(pending);
    unfinished.addAll(completed);
    unfinished.removeAll(batch);
    assertThat(plan.committable())
        .isEqualTo(unfinished.isEmpty() ? tracker.position() : unfinished.first());
  }

  private void endTransaction(boolean commits) {
    CommitPlan plan = open;
    if (plan == null) {
      return;
    }
    if (commits) {
      tracker.committed(plan);
      completed.removeAll(batch);
      brokerCommits(plan);
    } else {
      tracker.aborted(plan);
    }
    open = null;
    batch = Set.of();
  }

  private void brokerCommits(CommitPlan plan) {
    batch.forEach(offset -> written.merge(offset, 1, Integer::sum));
    committedOffset = plan.committable();
    committedMetadata = plan.metadata();
  }

  /** The owner dies; its transaction may have been committed without its hearing of it. */
  private void restart() {
    if (open != null && random.nextBoolean()) {
      brokerCommits(open);
    }
    epoch++;
    pending.clear();
    completed.clear();
    open = null;
    batch = Set.of();
    tracker = OffsetTracker.resume(epoch, committedOffset, committedMetadata);
    if (room == OffsetMetadata.MAX_CHARS) {
      compact();
    }
  }

  /** Records vanish, finished and unfinished ones; what is remembered may then need more room. */
  private void compact() {
    log.removeIf(offset -> random.nextInt(8) == 0);
    written.keySet().retainAll(log);
  }

  private void check() {
    assertThat(tracker.pending()).isEqualTo(pending.size());
    if (pending.isEmpty()) {
      assertThat(tracker.oldestPending()).isEmpty();
    } else {
      assertThat(tracker.oldestPending()).hasValue(pending.first());
    }
  }
}
