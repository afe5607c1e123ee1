package dev.barid.dispatcher.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.topic.Topics;
import dev.barid.dispatcher.commit.Batch;
import dev.barid.dispatcher.commit.BatchResult;
import dev.barid.dispatcher.metrics.DispatcherMetrics;
import dev.barid.dispatcher.outcome.Outcome;
import dev.barid.dispatcher.worker.Commits.Submission;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-D1")
class CommitsTest {

  private static final BatchResult COMMITTED = new BatchResult.Committed();
  private static final BatchResult TIMED_OUT =
      new BatchResult.Aborted(new TimeoutException("the broker is away"));

  private final Held held = new Held(1 << 20);
  private final List<Batch> batches = new ArrayList<>();

  private Runnable whileMembershipIsTaken = () -> {};

  @SuppressWarnings("removal") // Its constructors; there is no other way to make one.
  private final Commits commits =
      new Commits(
          () -> {
            whileMembershipIsTaken.run();
            return new ConsumerGroupMetadata("dispatcher");
          },
          batches::add,
          new DispatcherMetrics(new SimpleMeterRegistry()),
          held,
          new UnsavedHealth(Topics.DEFAULT, Time.system()));

  private final TrackedPartition partition = Samples.partition(0);
  private final List<TrackedPartition> all = List.of(partition);
  private long nowNanos;

  @Test
  void outcomesAreWrittenWithTheirOffsetAndForgottenOnceCommitted() {
    finished(0);
    assertThat(held.bytes()).isPositive();

    assertThat(submit()).isEqualTo(Submission.STARTED);
    assertThat(written(last())).containsExactly("0");
    assertThat(committedBy(last())).isEqualTo(1);
    commits.onEnded(COMMITTED, nowNanos);

    assertThat(held.bytes()).isZero();
    assertThat(submit()).isEqualTo(Submission.NOTHING);
  }

  @Test
  void theMembershipIsTakenBeforeTheBatchIsBuilt() {
    finished(0);
    // A batch that was built before would be without this one.
    whileMembershipIsTaken = () -> finished(1);
    submit();
    assertThat(written(last())).containsExactly("0", "1");
  }

  @Test
  void whatIsFinishedDuringATransactionWaitsForTheNext() {
    finished(0);
    submit();
    finished(1);
    assertThat(submit()).isEqualTo(Submission.NOT_NOW);
    commits.onEnded(COMMITTED, nowNanos);
    submit();
    assertThat(written(last())).containsExactly("1");
  }

  @Test
  void afterAnAbortTheSameOutcomesAreWrittenAgainLaterEachTime() {
    finished(0);
    submit();
    for (long waitMs : new long[] {100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000}) {
      commits.onEnded(TIMED_OUT, nowNanos);
      assertThat(commits.isFailing()).isTrue();
      pass(Duration.ofMillis(waitMs - 1));
      assertThat(submit()).isEqualTo(Submission.NOT_NOW);
      pass(Duration.ofMillis(1));
      assertThat(submit()).isEqualTo(Submission.STARTED);
      assertThat(written(last())).containsExactly("0");
    }
    commits.onEnded(COMMITTED, nowNanos);
    assertThat(commits.isFailing()).isFalse();
  }

  @Test
  void aFailureEndsWhenWhatFailedIsGone() {
    finished(0);
    submit();
    commits.onEnded(TIMED_OUT, nowNanos);
    partition.hold(TrackedPartition.Hold.GONE);
    pass(Duration.ofSeconds(1));
    assertThat(commits.submit(List.of(), nowNanos)).isEqualTo(Submission.NOTHING);
    assertThat(commits.isFailing()).isFalse();
  }

  @Test
  void whatATransactionHeldIsNotReleasedTwiceWhenTheOffsetsBeganAnewMeanwhile() {
    finished(0);
    submit();
    partition.finished().clear();
    held.forget(partition);
    partition.tracker().rebase(2, 0);
    commits.onEnded(COMMITTED, nowNanos);
    assertThat(held.bytes()).isZero();
  }

  @Test
  void outcomesWhoseFateStaysUnknownAreNeverWrittenAgain() {
    finished(0);
    submit();
    commits.onEnded(new BatchResult.Unknown(new TimeoutException("closing")), nowNanos);
    pass(Duration.ofMinutes(1));
    assertThat(submit()).isEqualTo(Submission.NOTHING);
    assertThat(batches).hasSize(1);
    assertThat(commits.isFailing()).isTrue();
  }

  @Test
  void aRecordThatIsRefusedIsFoundAndSetAsideWhileAllOthersAreCommitted() {
    Set<String> refused = Set.of("77", "140");
    for (int offset = 0; offset < 200; offset++) {
      finished(offset);
    }
    Set<String> committed = new HashSet<>();
    for (int round = 0; committed.size() < 198; round++) {
      assertThat(round).as("rounds").isLessThan(100);
      committed.addAll(turn(refused));
    }
    assertThat(committed).doesNotContainAnyElementsOf(refused);
    assertThat(committedBy(last())).as("pinned by the first refused one").isEqualTo(77);
    assertThat(commits.isFailing()).isFalse();

    for (int offset = 200; offset < 400; offset++) {
      finished(offset);
      committed.addAll(turn(refused));
      assertThat(commits.isFailing()).as("the others don't suffer").isFalse();
    }
    assertThat(committed).hasSize(398);

    for (int round = 0; committed.size() < 400; round++) {
      assertThat(round).as("rounds").isLessThan(100);
      committed.addAll(turn(Set.of()));
    }
    assertThat(held.bytes()).isZero();
  }

  @Test
  @Tag("R-D2")
  void whatDoesNotFitIntoTheCommitIsWrittenLaterAndOnce() {
    Map<String, Integer> times = new HashMap<>();
    List<PolledRecord> slow = new ArrayList<>();
    for (int offset = 0; offset < 12_000; offset++) {
      if (offset % 2 == 0) {
        slow.add(taken(offset));
      } else {
        finished(offset);
      }
    }
    while (submit() == Submission.STARTED) {
      written(last()).forEach(offset -> times.merge(offset, 1, Integer::sum));
      commits.onEnded(COMMITTED, nowNanos);
    }
    assertThat(committedBy(last())).isZero();
    assertThat(times.size()).as("some fit, some don't").isBetween(1_000, 5_999);
    slow.forEach(this::finish);
    while (submit() == Submission.STARTED) {
      assertThat(last().records()).hasSizeLessThanOrEqualTo(5_000);
      written(last()).forEach(offset -> times.merge(offset, 1, Integer::sum));
      commits.onEnded(COMMITTED, nowNanos);
    }
    assertThat(committedBy(last())).isEqualTo(12_000);
    assertThat(times).hasSize(12_000);
    assertThat(times.values()).containsOnly(1);
    assertThat(held.bytes()).isZero();
  }

  /** Some seconds pass, and a transaction is tried; what it has committed. */
  private List<String> turn(Set<String> refused) {
    pass(Duration.ofSeconds(5));
    if (submit() != Submission.STARTED) {
      return List.of();
    }
    List<String> written = written(last());
    if (written.stream().anyMatch(refused::contains)) {
      commits.onEnded(new BatchResult.Aborted(new RecordTooLargeException("too large")), nowNanos);
      return List.of();
    }
    commits.onEnded(COMMITTED, nowNanos);
    return written;
  }

  private Submission submit() {
    return commits.submit(all, nowNanos);
  }

  private void pass(Duration duration) {
    nowNanos += duration.toNanos();
  }

  private Batch last() {
    return batches.get(batches.size() - 1);
  }

  private long committedBy(Batch batch) {
    return Optional.ofNullable(batch.offsets().get(partition.topicPartition()))
        .orElseThrow()
        .offset();
  }

  private void finished(long offset) {
    finish(taken(offset));
  }

  private PolledRecord taken(long offset) {
    PolledRecord polled = Samples.polled(partition, offset, 100);
    held.take(polled);
    polled.expect(1);
    return polled;
  }

  private void finish(PolledRecord polled) {
    byte[] offset = Long.toString(polled.source().offset()).getBytes(StandardCharsets.UTF_8);
    polled.ended(
        new Outcome(
            List.of(TopicRecord.keyed("retry", 0, new byte[] {1}, offset)),
            new Outcome.End.Waits(false)));
    commits.finished(polled);
  }

  private static List<String> written(Batch batch) {
    return batch.records().stream()
        .map(output -> output.value() == null ? new byte[0] : output.value())
        .map(value -> new String(value, StandardCharsets.UTF_8))
        .toList();
  }
}
