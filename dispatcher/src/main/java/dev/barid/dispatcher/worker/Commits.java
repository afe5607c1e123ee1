package dev.barid.dispatcher.worker;

import dev.barid.core.delivery.TopicRecord;
import dev.barid.dispatcher.commit.Batch;
import dev.barid.dispatcher.commit.BatchResult;
import dev.barid.dispatcher.commit.Transactions;
import dev.barid.dispatcher.metrics.DispatcherMetrics;
import dev.barid.dispatcher.offsets.CommitPlan;
import dev.barid.dispatcher.offsets.OffsetMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gathers finished records and writes their outcomes with their offsets, one transaction at a time.
 *
 * <p>Outcomes are kept until their transaction is known to be committed. After an abort the same
 * outcomes are written again, later each time and without any HTTP request. When it fails again and
 * again the batch is halved until the record that makes it fail is alone; that one is set aside and
 * tried again alone now and then, its offset pinned, while the others go on.
 *
 * <pre>
 *   finished ── planned ──► in transaction ──┬─ committed ─► forgotten
 *       ▲                                    │
 *       └──────────── aborted ───────────────┘
 * </pre>
 */
final class Commits {

  private static final Logger LOG = LoggerFactory.getLogger(Commits.class);

  private static final int MOST_RECORDS = 5_000;
  private static final int FEW_RECORDS = 16;
  private static final int FAILURES_BEFORE_HALVING = 3;
  private static final Duration FIRST_WAIT = Duration.ofMillis(100);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
  private static final Duration ASIDE_FOR = Duration.ofSeconds(30);

  /** What one partition has in the open transaction. */
  private record Part(TrackedPartition partition, CommitPlan plan, List<PolledRecord> covered) {}

  private final Supplier<ConsumerGroupMetadata> membership;
  private final Transactions transactions;
  private final DispatcherMetrics metrics;
  private final Held held;
  private final UnsavedHealth unsavedHealth;
  private final Set<PolledRecord> aside = new LinkedHashSet<>();

  /** The one of those set aside that the open transaction tries again. */
  private Optional<PolledRecord> triedAgain = Optional.empty();

  private boolean isOver;
  private List<Part> open = List.of();
  private Map<Integer, UnsavedHealth.Snapshot> openHealth = Map.of();
  private boolean isOpen;
  private long batchId;
  private int failures;
  private int most = MOST_RECORDS;
  private long retryAtNanos;
  private long asideUntilNanos;

  /**
   * @param membership the group's word on this worker, as of now
   */
  Commits(
      Supplier<ConsumerGroupMetadata> membership,
      Transactions transactions,
      DispatcherMetrics metrics,
      Held held,
      UnsavedHealth unsavedHealth) {
    this.membership = membership;
    this.transactions = transactions;
    this.metrics = metrics;
    this.held = held;
    this.unsavedHealth = unsavedHealth;
  }

  /** All of a record's deliveries had their outcome. */
  void finished(PolledRecord polled) {
    if (polled.partition().finish(polled)) {
      held.finished(polled);
    } else {
      metrics.dropped();
    }
  }

  /** Whether a transaction is under way. */
  boolean isOpen() {
    return isOpen;
  }

  /** Whether the last transaction was aborted; taking in more would only pile up outcomes. */
  boolean isFailing() {
    return failures > 0;
  }

  /** What became of an attempt to start a transaction. */
  enum Submission {
    STARTED,
    /** There is nothing to commit. */
    NOTHING,
    /** One is under way, or the last one was aborted a moment ago. */
    NOT_NOW
  }

  /** Whether none is under way, and the last one wasn't aborted a moment ago. */
  boolean mayStart(long nowNanos) {
    return !isOpen && (failures == 0 || nowNanos - retryAtNanos >= 0);
  }

  /**
   * Starts a transaction if there is something to commit.
   *
   * @param partitions whose outcomes to commit; all are assigned now
   */
  Submission submit(Collection<TrackedPartition> partitions, long nowNanos) {
    if (isOver) {
      return Submission.NOTHING;
    }
    if (!mayStart(nowNanos)) {
      return Submission.NOT_NOW;
    }
    triedAgain = dueAgain(partitions, nowNanos);
    if (triedAgain.isPresent()) {
      // Whatever comes of it, the others' turn is next.
      asideUntilNanos = nowNanos + ASIDE_FOR.toNanos();
      PolledRecord alone = triedAgain.get();
      if (submit(List.of(alone.partition()), polled -> polled == alone)) {
        return Submission.STARTED;
      }
      triedAgain = Optional.empty();
    }
    if (submit(partitions, polled -> !aside.contains(polled))) {
      return Submission.STARTED;
    }
    // What failed has gone with its partitions; only new outcomes can tell whether it still does.
    failures = 0;
    return Submission.NOTHING;
  }

  private Optional<PolledRecord> dueAgain(Collection<TrackedPartition> partitions, long nowNanos) {
    aside.removeIf(PolledRecord::isDropped);
    if (failures > 0 || nowNanos - asideUntilNanos < 0) {
      return Optional.empty();
    }
    return aside.stream().filter(polled -> partitions.contains(polled.partition())).findFirst();
  }

  private boolean submit(Collection<TrackedPartition> partitions, Predicate<PolledRecord> offered) {
    // The membership first: partitions that go after this line make the broker refuse it.
    ConsumerGroupMetadata group = membership.get();
    List<Part> parts = new ArrayList<>();
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    List<TopicRecord> records = new ArrayList<>();
    Map<Integer, UnsavedHealth.Snapshot> health = new HashMap<>();
    int room = most;
    for (TrackedPartition partition : partitions) {
      int number = partition.topicPartition().partition();
      boolean firstOfNumber = !health.containsKey(number);
      UnsavedHealth.Snapshot changed = health.computeIfAbsent(number, unsavedHealth::of);
      if (firstOfNumber) {
        records.addAll(unsavedHealth.records(changed));
      }
      Part part = plan(partition, room, offered);
      // Health alone goes with the offset as it is: the group's fence is on offsets.
      if (!part.plan().changes() && (changed.isEmpty() || !firstOfNumber)) {
        partition.tracker().aborted(part.plan());
        continue;
      }
      room -= part.covered().size();
      parts.add(part);
      part.covered().forEach(polled -> records.addAll(polled.outputs()));
      offsets.put(
          partition.topicPartition(),
          new OffsetAndMetadata(part.plan().committable(), part.plan().metadata()));
    }
    if (offsets.isEmpty()) {
      return false;
    }
    open = parts;
    openHealth = health;
    isOpen = true;
    transactions.submit(new Batch(++batchId, group, offsets, records));
    return true;
  }

  private Part plan(TrackedPartition partition, int room, Predicate<PolledRecord> wanted) {
    List<PolledRecord> offered = new ArrayList<>();
    CommitPlan plan =
        partition
            .tracker()
            .plan(
                OffsetMetadata.MAX_CHARS,
                offset -> {
                  PolledRecord polled = partition.finished().get(offset);
                  if (polled == null || offered.size() >= room || !wanted.test(polled)) {
                    return false;
                  }
                  offered.add(polled);
                  return true;
                });
    offered.removeIf(polled -> !plan.covers(polled.source().offset()));
    return new Part(partition, plan, offered);
  }

  void onEnded(BatchResult result, long nowNanos) {
    List<Part> parts = open;
    Map<Integer, UnsavedHealth.Snapshot> health = openHealth;
    open = List.of();
    openHealth = Map.of();
    isOpen = false;
    if (result instanceof BatchResult.Committed) {
      parts.forEach(this::committed);
      health.values().forEach(unsavedHealth::saved);
      onCommitted();
    } else if (result instanceof BatchResult.Aborted aborted) {
      onAborted(parts, aborted.cause(), nowNanos);
    } else if (result instanceof BatchResult.Unknown unknown) {
      LOG.warn("The outcome of the last transaction stays unknown: {}", unknown.cause().toString());
      isOver = true;
      failures++;
    }
  }

  private void onCommitted() {
    if (triedAgain.isPresent()) {
      aside.remove(triedAgain.get());
      triedAgain = Optional.empty();
      // The others that were set aside may have become acceptable as well.
      asideUntilNanos -= ASIDE_FOR.toNanos();
      return;
    }
    if (failures > 0) {
      LOG.info("Transactions commit again after {} aborted ones", failures);
    }
    failures = 0;
    most = Math.min(MOST_RECORDS, most * 2);
  }

  private void committed(Part part) {
    TrackedPartition partition = part.partition();
    if (partition.hold() == TrackedPartition.Hold.GONE) {
      return;
    }
    partition.tracker().committed(part.plan());
    for (PolledRecord polled : part.covered()) {
      // Gone already when the offsets began anew meanwhile.
      if (partition.finished().remove(polled.source().offset(), polled)) {
        held.release(polled);
      }
    }
  }

  private void onAborted(List<Part> parts, Exception cause, long nowNanos) {
    metrics.aborted();
    for (Part part : parts) {
      if (part.partition().hold() != TrackedPartition.Hold.GONE) {
        part.partition().tracker().aborted(part.plan());
      }
    }
    if (triedAgain.isPresent()) {
      PolledRecord still = triedAgain.get();
      triedAgain = Optional.empty();
      LOG.warn(
          "The outcomes of {} still can't be written: {}",
          still.source().position(),
          cause.toString());
      // Behind the others that were set aside, so that each has its turn.
      aside.remove(still);
      aside.add(still);
      return;
    }
    failures++;
    Duration wait = FIRST_WAIT.multipliedBy(1L << Math.min(failures - 1, 10));
    retryAtNanos = nowNanos + (wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait).toNanos();
    LOG.warn(
        "A transaction was aborted, its outcomes are kept (time {}): {}",
        failures,
        cause.toString());
    if (failures >= FAILURES_BEFORE_HALVING) {
      halve(parts.stream().flatMap(part -> part.covered().stream()).toList(), cause, nowNanos);
    }
  }

  private void halve(List<PolledRecord> covered, Exception cause, long nowNanos) {
    boolean ofRecords = Refusal.isOfRecords(cause);
    // Else it may be too much for the time that a transaction may take.
    most = Math.max(ofRecords ? 1 : FEW_RECORDS, covered.size() / 2);
    if (!ofRecords || covered.size() != 1) {
      return;
    }
    PolledRecord refused = covered.get(0);
    LOG.error(
        "The outcomes of {} can't be written and are set aside, to be tried every {} s: {}",
        refused.source().position(),
        ASIDE_FOR.toSeconds(),
        cause.toString());
    metrics.setAside();
    aside.add(refused);
    asideUntilNanos = nowNanos + ASIDE_FOR.toNanos();
    most = MOST_RECORDS;
  }
}
