package dev.barid.dispatcher.offsets;

/**
 * What one transaction may commit for a partition, as of the moment it was planned. The transaction
 * must write the outcomes of exactly those completed offsets that the plan covers: their text is
 * what keeps them from being written again after a crash.
 *
 * @param epoch the assignment that it was planned under
 * @param committable the offset to commit: nothing unfinished lies below it
 * @param metadata the text to commit with it, naming what is finished beyond; may be empty
 * @param coveredUpTo the offset up to which completions may be committed; -1 when none may
 * @param changes whether it differs from what is committed already; when it doesn't, no completion
 *     is in it and there is nothing to commit
 */
public record CommitPlan(
    int epoch, long committable, String metadata, long coveredUpTo, boolean changes) {

  /**
   * Whether the outcome of this offset belongs into the transaction; if not it waits for a later
   * one. Only meaningful for an offset that was completed, and offered, when this was planned.
   */
  public boolean covers(long offset) {
    return offset <= coveredUpTo;
  }
}
