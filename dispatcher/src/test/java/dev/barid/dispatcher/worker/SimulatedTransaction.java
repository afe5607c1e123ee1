package dev.barid.dispatcher.worker;

import dev.barid.dispatcher.commit.Batch;
import dev.barid.dispatcher.commit.BatchResult;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A batch on its way through the broker.
 *
 * <pre>
 *   submitted ─┬─► offsets accepted ─┬─► committed ─► told
 *              └─────────────────────┴─► aborted ───► told
 * </pre>
 *
 * Between the last two its outcome is decided, and unknown to its worker.
 */
final class SimulatedTransaction {

  private final SimulatedKafka kafka;
  private final SimulatedMember member;
  private final Batch batch;
  private boolean offsetsAccepted;
  private @Nullable BatchResult result;

  SimulatedTransaction(SimulatedKafka kafka, SimulatedMember member, Batch batch) {
    this.kafka = kafka;
    this.member = member;
    this.batch = batch;
  }

  Batch batch() {
    return batch;
  }

  @Nullable BatchResult result() {
    return result;
  }

  /**
   * Comes one step further.
   *
   * @param fails whether the broker is in trouble
   */
  void advance(boolean fails) {
    if (result != null) {
      return;
    }
    if (fails) {
      result = new BatchResult.Aborted(new TimeoutException("the broker is in trouble"));
    } else if (kafka.isTooLarge(batch)) {
      result = new BatchResult.Aborted(new RecordTooLargeException("too large"));
    } else if (offsetsAccepted) {
      kafka.apply(batch);
      result = new BatchResult.Committed();
    } else if (kafka.isCurrent(member, batch.group().generationId())) {
      offsetsAccepted = true;
    } else {
      result = new BatchResult.Aborted(new CommitFailedException("the group has moved on"));
    }
  }

  /** Its producer is gone, or someone needs to know: what was begun is ended one way or other. */
  void resolve(boolean commits) {
    advance(!commits || !offsetsAccepted);
  }
}
