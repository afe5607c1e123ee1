package dev.barid.dispatcher.offsets;

import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What became of the polled offsets of one partition, under one assignment.
 *
 * <pre>
 *   polled ──started──► pending ──complete──► completed ──plan──► planned ──committed──► committed
 *                                                 ▲                  │
 *                                                 └─────aborted──────┘
 * </pre>
 *
 * <ul>
 *   <li>pending: somebody works on the record;
 *   <li>completed: it needs no more work, its outcome waits for a transaction;
 *   <li>planned: the open transaction writes its outcome;
 *   <li>committed: its outcome is written. It is remembered by the commit's metadata until the
 *       committed offset has passed it, and after a restart {@link #started} says so.
 * </ul>
 *
 * <p>The committable offset is the lowest one that isn't planned or committed, or else the
 * position. What lies beyond it and is finished goes into the metadata; completions that don't fit
 * there stay completed, and wait with their outcomes for a later plan.
 *
 * <p>Nothing is assumed about which offsets exist: gaps may be anywhere, also at the end ({@link
 * #advancedTo}), and cost nothing. Memory is about 8 bytes for each offset polled from the
 * committed one on, so whoever polls bounds it. One plan is open at a time; records may be polled
 * and completed meanwhile.
 *
 * <p>Used by the owner thread only.
 */
public final class OffsetTracker {

  private static final long NOTHING = -1;

  private int epoch;
  private PolledOffsets polled = new PolledOffsets();
  private CompletedRuns remembered;
  private long position;
  private long oldestPendingSeq;
  private int pending;
  private long committedOffset;
  private String committedMetadata;
  private @Nullable CommitPlan open;

  private OffsetTracker(
      int epoch, long position, CompletedRuns remembered, long committed, String metadata) {
    this.epoch = epoch;
    this.position = requireOffset(position, 0);
    this.remembered = remembered;
    this.committedOffset = committed;
    this.committedMetadata = metadata;
  }

  /**
   * A partition for which the group has committed nothing. The first plan commits the position, so
   * that it no longer depends on where a reset would go.
   *
   * @param epoch counts the assignments; completions and plans of another one are dropped
   * @param position the first offset that may be polled
   */
  public static OffsetTracker startAt(int epoch, long position) {
    return new OffsetTracker(epoch, position, CompletedRuns.none(), NOTHING, "");
  }

  /**
   * A partition that goes on from a commit.
   *
   * @param epoch counts the assignments; completions and plans of another one are dropped
   * @param committed the committed offset
   * @param metadata the text committed with it; of anyone's making
   */
  public static OffsetTracker resume(int epoch, long committed, String metadata) {
    CompletedRuns remembered = OffsetMetadata.decode(committed, metadata);
    String ours = remembered.isEmpty() ? "" : metadata;
    return new OffsetTracker(epoch, committed, remembered, committed, ours);
  }

  /**
   * A record was polled.
   *
   * @return false when an earlier owner has finished it and written its outcome: skip it
   * @throws IllegalArgumentException when the offset is below the position; whoever moves a
   *     consumer back must {@link #rebase}
   */
  public boolean started(long offset) {
    position = requireOffset(offset, position) + 1;
    boolean finished = remembered.contains(offset);
    if (!finished || !polled.isEmpty()) {
      polled.add(offset, finished);
    }
    if (!finished) {
      pending++;
    }
    return !finished;
  }

  /**
   * The consumer has come to this position, all records below it have been {@link #started}. What
   * lies between the last of them and here holds none: markers, or what compaction and deletion
   * took.
   *
   * @throws IllegalArgumentException when it is below where the consumer was
   */
  public void advancedTo(long newPosition) {
    position = requireOffset(newPosition, position);
  }

  /**
   * A record needs no more work.
   *
   * @param startedEpoch the epoch when it was started
   * @return false when it isn't pending under this epoch (revoked meanwhile, or completed before):
   *     drop its outcome
   */
  public boolean complete(long offset, int startedEpoch) {
    if (startedEpoch != epoch) {
      return false;
    }
    long seq = polled.find(offset);
    if (seq < 0 || !polled.complete(seq)) {
      return false;
    }
    pending--;
    return true;
  }

  /** Plans the commit of all that is completed and fits. See {@link #plan(int, LongPredicate)}. */
  public CommitPlan plan(int maxChars) {
    return plan(maxChars, offset -> true);
  }

  /**
   * Plans a commit, and keeps it open until {@link #committed} or {@link #aborted}.
   *
   * @param maxChars the most characters of metadata, at most {@link OffsetMetadata#MAX_CHARS}. Give
   *     the same number always: with less room than the last commit had, some that it remembered
   *     may be forgotten
   * @param offered which completed offsets have their outcome ready for this transaction; asked
   *     once for each that is completed but not committed, in rising order. The others count as
   *     unfinished, in this plan
   * @throws IllegalStateException when a plan is open
   */
  public CommitPlan plan(int maxChars, LongPredicate offered) {
    if (open != null) {
      throw new IllegalStateException("plan \"" + open + "\" is open (expected: none)");
    }
    CommitFit fit = new CommitFit(polled, remembered, position, maxChars);
    polled.unplanFrom(polled.first());
    for (long seq = polled.nextCompleted(polled.first());
        seq < polled.next();
        seq = polled.nextCompleted(seq + 1)) {
      if (offered.test(polled.offset(seq))) {
        polled.plan(seq);
      }
    }
    long limit = fit.limit();
    polled.unplanFrom(limit);
    long committable = fit.committable(limit);
    String metadata = fit.metadata(limit);
    boolean changes = committable != committedOffset || !metadata.equals(committedMetadata);
    long coveredUpTo = limit == polled.first() ? NOTHING : polled.offset(limit - 1);
    CommitPlan plan = new CommitPlan(epoch, committable, metadata, coveredUpTo, changes);
    open = plan;
    return plan;
  }

  /**
   * The transaction that was planned is known to be committed. A plan of another epoch is ignored.
   *
   * @throws IllegalArgumentException when it isn't the open plan
   */
  public void committed(CommitPlan plan) {
    if (closes(plan)) {
      polled.commitPlanned();
      committedOffset = plan.committable();
      committedMetadata = plan.metadata();
    }
  }

  /**
   * The transaction that was planned wrote nothing, and is known to. What it covered is completed
   * again. A plan of another epoch is ignored.
   *
   * @throws IllegalArgumentException when it isn't the open plan
   */
  public void aborted(CommitPlan plan) {
    if (closes(plan)) {
      polled.unplanFrom(polled.first());
    }
  }

  /**
   * The consumer was moved, because its offset is out of range or an operator said so. All that was
   * polled, completed, planned and remembered is dropped, and the next plan commits whatever is
   * true then.
   *
   * @param newEpoch above the one before: offsets may stand for other records now, and a completion
   *     of the old ones must not finish the new
   * @param newPosition the first offset that may be polled; may be lower than before
   */
  public void rebase(int newEpoch, long newPosition) {
    if (newEpoch <= epoch) {
      throw new IllegalArgumentException(
          "epoch \"" + newEpoch + "\" (expected: above " + epoch + ")");
    }
    position = requireOffset(newPosition, 0);
    epoch = newEpoch;
    polled = new PolledOffsets();
    remembered = CompletedRuns.none();
    oldestPendingSeq = 0;
    pending = 0;
    committedOffset = NOTHING;
    committedMetadata = "";
    open = null;
  }

  /** The epoch to complete with what is started from now on. */
  public int epoch() {
    return epoch;
  }

  /** The lowest offset that may be polled next. */
  public long position() {
    return position;
  }

  /** The number of records being worked on. */
  public int pending() {
    return pending;
  }

  /** The lowest offset being worked on, which holds the committable one back. */
  public OptionalLong oldestPending() {
    long seq = oldestPendingSeq();
    return seq < polled.next() ? OptionalLong.of(polled.offset(seq)) : OptionalLong.empty();
  }

  /** Only ever rises, so that all scans together pass each offset once. */
  private long oldestPendingSeq() {
    oldestPendingSeq = polled.nextPending(Math.max(oldestPendingSeq, polled.first()));
    return oldestPendingSeq;
  }

  private boolean closes(CommitPlan plan) {
    if (plan.epoch() != epoch) {
      return false;
    }
    if (!Objects.equals(plan, open)) {
      throw new IllegalArgumentException("plan \"" + plan + "\" (expected: " + open + ")");
    }
    open = null;
    return true;
  }

  private static long requireOffset(long offset, long least) {
    if (offset < least) {
      throw new IllegalArgumentException(
          "offset \"" + offset + "\" (expected: at least " + least + ")");
    }
    return offset;
  }
}
