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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * tried now and then, its offset pinned, while the others go on.
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
  private static final int FAILURES_BEFORE_HALVING = 3;
  private static final Duration FIRST_WAIT = Duration.ofMillis(100);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
  private static final Duration ASIDE_FOR = Duration.ofSeconds(30);

  /** What one partition has in the open transaction. */
  private record Part(TrackedPartition partition, CommitPlan plan, List<PolledRecord> covered) {}

  private final EventSource source;
  private final Transactions transactions;
  private final DispatcherMetrics metrics;
  private final Held held;
  private final Set<PolledRecord> aside = new HashSet<>();
  private List<Part> open = List.of();
  private boolean isOpen;
  private long batchId;
  private int failures;
  private int most = MOST_RECORDS;
  private long retryAtNanos;
  private long asideUntilNanos;

  Commits(EventSource source, Transactions transactions, DispatcherMetrics metrics, Held held) {
    this.source = source;
    this.transactions = transactions;
    this.metrics = metrics;
    this.held = held;
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

  /**
   * Starts a transaction if there is something to commit.
   *
   * @param partitions whose outcomes to commit; all are assigned now
   */
  Submission submit(Collection<TrackedPartition> partitions, long nowNanos) {
    if (isOpen || (failures > 0 && nowNanos - retryAtNanos < 0)) {
      return Submission.NOT_NOW;
    }
    if (!aside.isEmpty() && nowNanos - asideUntilNanos > 0) {
      aside.clear();
    }
    // The membership first: partitions that go after this line make the broker refuse it.
    ConsumerGroupMetadata group = source.group();
    List<Part> parts = new ArrayList<>();
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    List<TopicRecord> records = new ArrayList<>();
    int room = most;
    for (TrackedPartition partition : partitions) {
      Part part = plan(partition, room);
      if (!part.plan().changes()) {
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
      // What failed has gone with its partitions; only new outcomes can tell whether it still does.
      failures = 0;
      return Submission.NOTHING;
    }
    open = parts;
    isOpen = true;
    transactions.submit(new Batch(++batchId, group, offsets, records));
    return Submission.STARTED;
  }

  private Part plan(TrackedPartition partition, int room) {
    List<PolledRecord> offered = new ArrayList<>();
    CommitPlan plan =
        partition
            .tracker()
            .plan(
                OffsetMetadata.MAX_CHARS,
                offset -> {
                  PolledRecord polled = partition.finished().get(offset);
                  if (polled == null || offered.size() >= room || aside.contains(polled)) {
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
    open = List.of();
    isOpen = false;
    if (result instanceof BatchResult.Committed) {
      parts.forEach(this::committed);
      if (failures > 0) {
        LOG.info("Transactions commit again after {} aborted ones", failures);
      }
      failures = 0;
      most = Math.min(MOST_RECORDS, most * 2);
    } else if (result instanceof BatchResult.Aborted aborted) {
      onAborted(parts, aborted.cause(), nowNanos);
    }
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
    failures++;
    Duration wait = FIRST_WAIT.multipliedBy(1L << Math.min(failures - 1, 10));
    retryAtNanos = nowNanos + (wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait).toNanos();
    LOG.warn(
        "A transaction was aborted, its outcomes are kept (time {}): {}",
        failures,
        cause.toString());
    int records = 0;
    for (Part part : parts) {
      records += part.covered().size();
      if (part.partition().hold() != TrackedPartition.Hold.GONE) {
        part.partition().tracker().aborted(part.plan());
      }
    }
    if (failures >= FAILURES_BEFORE_HALVING && Refusal.isOfRecords(cause)) {
      halve(parts, records, cause, nowNanos);
    }
  }

  private void halve(List<Part> parts, int records, Exception cause, long nowNanos) {
    most = Math.max(1, records / 2);
    if (records != 1) {
      return;
    }
    for (Part part : parts) {
      for (PolledRecord polled : part.covered()) {
        LOG.error(
            "The outcomes of {} can't be written and are set aside for {} s: {}",
            polled.source().position(),
            ASIDE_FOR.toSeconds(),
            cause.toString());
        metrics.setAside();
        aside.add(polled);
      }
    }
    asideUntilNanos = nowNanos + ASIDE_FOR.toNanos();
    most = MOST_RECORDS;
  }
}
