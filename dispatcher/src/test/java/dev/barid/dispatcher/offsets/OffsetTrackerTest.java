package dev.barid.dispatcher.offsets;

import static dev.barid.dispatcher.offsets.OffsetMetadata.MAX_CHARS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class OffsetTrackerTest {

  private static final int EPOCH = 3;

  private final OffsetTracker tracker = OffsetTracker.resume(EPOCH, 10, "");

  @Nested
  @Tag("R-D2")
  class TheCommittableOffset {

    @Test
    void isTheLowestUnfinishedOne() {
      start(10, 11, 12);
      complete(10, 12);

      assertThat(plan().committable()).isEqualTo(11);
    }

    @Test
    void isThePositionWhenNothingIsUnfinished() {
      start(10, 11);
      complete(11, 10);

      assertThat(plan().committable()).isEqualTo(12);
    }

    @Test
    void staysBelowACompletionWhoseOutcomeIsNotOffered() {
      start(10, 11, 12);
      complete(10, 11, 12);

      CommitPlan plan = tracker.plan(MAX_CHARS, offset -> offset != 11);

      assertThat(plan.committable()).isEqualTo(11);
      assertThat(OffsetMetadata.decode(11, plan.metadata())).isEqualTo(CompletedRuns.of(12, 13));
    }

    @Test
    void isCommittedOnceBeforeAnythingIsFinishedWhenTheGroupHasCommittedNothing() {
      OffsetTracker fresh = OffsetTracker.startAt(EPOCH, 5);
      CommitPlan plan = fresh.plan(MAX_CHARS);
      assertThat(plan.committable()).isEqualTo(5);
      assertThat(plan.changes()).isTrue();

      fresh.committed(plan);

      assertThat(fresh.plan(MAX_CHARS).changes()).isFalse();
    }

    @Test
    void doesNotChangeWhileRecordsAreOnlyStarted() {
      start(10, 11);

      assertThat(plan().changes()).isFalse();
    }
  }

  @Nested
  @Tag("R-D3")
  class Gaps {

    @Test
    void atTheEndLeaveNoLag() {
      start(10);
      tracker.advancedTo(15);
      complete(10);

      assertThat(plan().committable()).isEqualTo(15);
    }

    @Test
    void aloneMoveTheCommittableOffset() {
      tracker.advancedTo(12);

      CommitPlan plan = plan();
      assertThat(plan.committable()).isEqualTo(12);
      assertThat(plan.changes()).isTrue();
    }

    @Test
    void inFrontOrBetweenAreNeverWaitedFor() {
      start(14, 1L << 40, 1L << 50);
      CommitPlan before = plan();
      assertThat(before.committable()).isEqualTo(14);
      tracker.committed(before);
      complete(14);

      assertThat(plan().committable()).isEqualTo(1L << 40);
    }

    @Test
    void countAsFinishedBetweenFinishedOffsets() {
      start(10, 20, 30, 1L << 50);
      complete(20, 30, 1L << 50);

      assertThat(OffsetMetadata.decode(10, plan().metadata()).size()).isEqualTo(1);
    }
  }

  @Nested
  @Tag("R-D2")
  class AfterARestart {

    @Test
    void exactlyWhatWasCommittedIsSkipped() {
      start(10, 11, 12, 13);
      complete(11, 13);
      CommitPlan plan = plan();
      complete(12);
      tracker.committed(plan);

      OffsetTracker next = OffsetTracker.resume(4, plan.committable(), plan.metadata());

      assertThat(next.started(10)).isTrue();
      assertThat(next.started(11)).isFalse();
      assertThat(next.started(12)).isTrue();
      assertThat(next.started(13)).isFalse();
      assertThat(next.started(14)).isTrue();
    }

    @Test
    void whatIsNotPolledAgainYetStaysRemembered() {
      start(10, 11, 12, 13, 14, 15);
      complete(11, 13, 15);
      CommitPlan before = plan();
      OffsetTracker next = OffsetTracker.resume(4, before.committable(), before.metadata());
      next.started(10);
      next.started(11);
      next.complete(10, 4);

      CommitPlan after = next.plan(MAX_CHARS);

      assertThat(after.committable()).isEqualTo(12);
      assertThat(OffsetMetadata.decode(12, after.metadata()))
          .isEqualTo(CompletedRuns.of(13, 14, 15, 16));
    }

    @Test
    void nothingIsCommittedAgainThatIsCommittedAlready() {
      start(10, 11, 12);
      complete(11);
      CommitPlan before = plan();
      OffsetTracker next = OffsetTracker.resume(4, before.committable(), before.metadata());

      assertThat(next.plan(MAX_CHARS).changes()).isFalse();
    }

    @Test
    void metadataOfOthersMakingIsIgnored() {
      OffsetTracker next = OffsetTracker.resume(4, 10, "checkpoint:11-99");

      assertThat(next.started(11)).isTrue();
      assertThat(next.plan(MAX_CHARS).committable()).isEqualTo(11);
    }
  }

  @Nested
  @Tag("R-D2")
  class MetadataShortOfRoom {

    @Test
    void takesWhatFitsAndLeavesTheRestCompleted() {
      for (long offset = 10; offset < 10_010; offset++) {
        start(offset);
      }
      for (long offset = 11; offset < 10_010; offset += 2) {
        complete(offset);
      }

      CommitPlan plan = plan();

      assertThat(plan.metadata()).hasSizeBetween(MAX_CHARS - 3, MAX_CHARS);
      assertThat(plan.covers(11)).isTrue();
      assertThat(plan.covers(10_009)).isFalse();
      CompletedRuns runs = OffsetMetadata.decode(10, plan.metadata());
      for (long offset = 11; offset < 10_010; offset += 2) {
        assertThat(runs.contains(offset)).isEqualTo(plan.covers(offset));
      }
    }

    @Test
    void neverForgetsWhatAnEarlierCommitRemembered() {
      int room = 24;
      start(10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26);
      complete(20, 22, 24, 26);
      CommitPlan first = tracker.plan(room);
      assertThat(first.covers(26)).isTrue();
      tracker.committed(first);
      complete(12, 14, 16, 18);

      CommitPlan second = tracker.plan(room);

      assertThat(second.covers(12)).isTrue();
      assertThat(second.covers(18)).isFalse();
      assertThat(OffsetMetadata.decode(10, second.metadata()).contains(26)).isTrue();
    }

    @Test
    void doesNotStallWhatTheHeadHeldBack() {
      start(10, 11, 12, 13);
      complete(11, 13);
      CommitPlan before = tracker.plan(0);
      assertThat(before.changes()).isFalse();
      tracker.committed(before);
      complete(10);

      CommitPlan plan = tracker.plan(0);

      assertThat(plan.committable()).isEqualTo(12);
      assertThat(plan.metadata()).isEmpty();
      assertThat(plan.covers(11)).isTrue();
      assertThat(plan.covers(13)).isFalse();
    }
  }

  @Nested
  @Tag("R-D1")
  class ATransaction {

    @Test
    void thatIsAbortedChangesNothing() {
      start(10, 11, 12);
      complete(10, 12);
      CommitPlan plan = plan();

      tracker.aborted(plan);

      assertThat(plan()).isEqualTo(plan);
    }

    @Test
    void doesNotTakeWhatIsCompletedWhileItIsOpen() {
      start(10, 11, 12);
      complete(11);
      CommitPlan plan = plan();
      complete(10);
      tracker.committed(plan);

      CommitPlan next = plan();

      assertThat(plan.committable()).isEqualTo(10);
      assertThat(next.committable()).isEqualTo(12);
      assertThat(next.changes()).isTrue();
    }

    @Test
    void isPlannedOneAtATime() {
      plan();

      assertThatThrownBy(() -> plan()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void thatWasNotPlannedHereIsRefused() {
      assertThatThrownBy(() -> tracker.committed(new CommitPlan(EPOCH, 12, "", 11, true)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageEndingWith("(expected: null)");
    }
  }

  @Nested
  @Tag("R-D1")
  class ACompletion {

    @Test
    void ofAnotherEpochIsDropped() {
      start(10);

      assertThat(tracker.complete(10, EPOCH - 1)).isFalse();
      assertThat(tracker.pending()).isEqualTo(1);
    }

    @Test
    void countsOnce() {
      start(10);

      assertThat(tracker.complete(10, EPOCH)).isTrue();
      assertThat(tracker.complete(10, EPOCH)).isFalse();
    }

    @Test
    void ofAnOffsetThatWasNotPolledIsDropped() {
      start(10, 12);

      assertThat(tracker.complete(11, EPOCH)).isFalse();
      assertThat(tracker.complete(9, EPOCH)).isFalse();
      assertThat(tracker.complete(13, EPOCH)).isFalse();
    }
  }

  @Nested
  @Tag("R-D3")
  class ARebase {

    @Test
    void dropsAllThatWasPolledBefore() {
      start(10, 11, 12);
      complete(11);
      CommitPlan old = plan();

      tracker.rebase(EPOCH + 1, 5);

      assertThat(tracker.pending()).isZero();
      assertThat(tracker.complete(10, EPOCH)).isFalse();
      tracker.committed(old);
      CommitPlan plan = plan();
      assertThat(plan.committable()).isEqualTo(5);
      assertThat(plan.metadata()).isEmpty();
      assertThat(plan.changes()).isTrue();
    }

    @Test
    void keepsAStaleCompletionFromAFreshRecordAtTheSameOffset() {
      start(10);
      tracker.rebase(EPOCH + 1, 0);
      start(10);

      assertThat(tracker.complete(10, EPOCH)).isFalse();
      assertThat(tracker.complete(10, EPOCH + 1)).isTrue();
    }

    @Test
    void isNeededToGoBack() {
      start(10, 11);

      assertThatThrownBy(() -> tracker.started(11))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("offset \"11\" (expected: at least 12)");
      assertThatThrownBy(() -> tracker.advancedTo(11)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> tracker.rebase(EPOCH, 11))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Nested
  class TheCounts {

    @Test
    void tellWhatHoldsThePartitionBack() {
      assertThat(tracker.oldestPending()).isEmpty();
      start(10, 11, 12, 13, 14);
      complete(10, 12, 13);

      assertThat(tracker.pending()).isEqualTo(2);
      assertThat(tracker.oldestPending()).hasValue(11);
    }

    @Test
    @Tag("R-D2")
    void doNotSlowDownBehindOneUnfinishedHead() {
      int count = 50_000;
      for (long offset = 10; offset <= 10 + count; offset++) {
        start(offset);
      }
      for (long offset = 10 + count; offset > 10; offset--) {
        complete(offset);
        assertThat(tracker.oldestPending()).hasValue(10);
      }
      CommitPlan plan = plan();

      assertThat(plan.metadata()).hasSizeLessThan(20);
      assertThat(plan.covers(10 + count)).isTrue();
    }
  }

  private void start(long... offsets) {
    for (long offset : offsets) {
      assertThat(tracker.started(offset)).isTrue();
    }
  }

  private void complete(long... offsets) {
    for (long offset : offsets) {
      assertThat(tracker.complete(offset, EPOCH)).isTrue();
    }
  }

  private CommitPlan plan() {
    return tracker.plan(MAX_CHARS);
  }
}
