package dev.barid.scheduler;

/**
 * What one partition of one tier holds, for others to see: written by its stream thread, read by
 * any.
 */
final class Backlog {

  private volatile long pending;
  private volatile long headDueMs = Long.MAX_VALUE;

  void update(long nowPending, long nowHeadDueMs) {
    pending = nowPending;
    headDueMs = nowHeadDueMs;
  }

  long pending() {
    return pending;
  }

  /** How long the first held delivery has been due, in milliseconds; 0 while none is. */
  long overdueMs(long nowMs) {
    return Math.max(0, nowMs - Math.min(nowMs, headDueMs));
  }
}
