package dev.barid.benchmarks.micro;

import dev.barid.dispatcher.offsets.CommitPlan;
import dev.barid.dispatcher.offsets.OffsetMetadata;
import dev.barid.dispatcher.offsets.OffsetTracker;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Tracks the offsets of one partition, which have gaps and are completed out of order. */
@State(Scope.Thread)
public class OffsetsBenchmark {

  private static final int BATCH = 500;

  /** Every so manieth offset holds no record. */
  private static final int GAP = 16;

  /** Every so manieth record is completed a batch later than the others. */
  private static final int LATE = 50;

  private static final int EPOCH = 1;
  private static final int LONG_TAIL = 4_000;

  private OffsetTracker flowing = OffsetTracker.startAt(EPOCH, 0);
  private long[] batch = new long[BATCH];
  private long[] late = new long[0];
  private long next;

  private OffsetTracker heldBack = heldBack();

  /** The first record is unfinished, and of those beyond every third. */
  private static OffsetTracker heldBack() {
    OffsetTracker tracker = OffsetTracker.startAt(EPOCH, 0);
    for (int i = 0; i < LONG_TAIL; i++) {
      tracker.started(i);
      if (i % 3 != 0) {
        complete(tracker, i);
      }
    }
    return tracker;
  }

  /** A record from its poll to its commit, as a share of its batch. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public CommitPlan record() {
    for (int i = 0; i < BATCH; i++) {
      next += i % GAP == 0 ? 2 : 1;
      batch[i] = next;
      flowing.started(next);
    }
    for (long offset : late) {
      complete(flowing, offset);
    }
    late = new long[BATCH / LATE];
    for (int i = BATCH - 1; i >= 0; i--) {
      if (i % LATE == 0) {
        late[i / LATE] = batch[i];
      } else {
        complete(flowing, batch[i]);
      }
    }
    CommitPlan plan = flowing.plan(OffsetMetadata.MAX_CHARS);
    flowing.committed(plan);
    return plan;
  }

  /** A plan whose metadata names more than a thousand runs. */
  @Benchmark
  public CommitPlan planWithManyRuns() {
    CommitPlan plan = heldBack.plan(OffsetMetadata.MAX_CHARS);
    heldBack.aborted(plan);
    return plan;
  }

  private static void complete(OffsetTracker tracker, long offset) {
    if (!tracker.complete(offset, EPOCH)) {
      throw new IllegalStateException("offset " + offset + " is not pending (expected: pending)");
    }
  }
}
