package dev.barid.scheduler;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongUnaryOperator;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.jspecify.annotations.Nullable;

/**
 * How often a partition's store is looked at, and what was released is committed. Every tick costs
 * a transaction, even one that finds nothing, so there are none while nothing is held and few while
 * nothing is due soon. Ticks fall on whole multiples of their interval: so those of all partitions
 * share one transaction. It is committed at once if something was released, as nobody can read that
 * before; what was only taken in waits for {@link SchedulerConfig#COMMIT_INTERVAL_MS}.
 *
 * <p>Not thread-safe: used by its stream thread alone.
 */
final class Pulse {

  /** The interval between ticks while what is held first is due later than in one of them. */
  private static final Duration SLOW = Duration.ofSeconds(1);

  /** The interval without ticks. */
  private static final Duration OFF = Duration.ZERO;

  private final ProcessingContext context;
  private final Duration fast;
  private final LongUnaryOperator onTick;
  private Duration interval = OFF;
  private @Nullable Cancellable ticks;
  private long lastSeenMs;
  private boolean uncommitted;

  /**
   * @param fast the interval between ticks while something is due within a second
   * @param onTick what a tick does, given the wall clock in epoch milliseconds; returns when the
   *     first delivery that is held now is due, as for {@link #adjust}
   */
  Pulse(ProcessingContext context, Duration fast, LongUnaryOperator onTick) {
    this.context = context;
    this.fast = fast;
    this.onTick = onTick;
  }

  /** Something was released: the next tick, or this one, commits it. */
  void released() {
    uncommitted = true;
  }

  /**
   * Chooses the pace; to be called whenever the first due time may have changed.
   *
   * @param nowMs the wall clock, epoch milliseconds
   * @param headDueMs when the first held delivery is due; Long.MAX_VALUE without one
   */
  void adjust(long nowMs, long headDueMs) {
    // Ticks of a clock that was set back come only when it is as late again as it was.
    boolean setBack = nowMs < lastSeenMs - SLOW.toMillis();
    lastSeenMs = nowMs;
    Duration wanted = intervalFor(nowMs, uncommitted ? nowMs : headDueMs);
    if (wanted.equals(interval) && !setBack) {
      return;
    }
    if (ticks != null) {
      ticks.cancel();
      ticks = null;
    }
    if (!wanted.equals(OFF)) {
      ticks = context.schedule(Instant.EPOCH, wanted, PunctuationType.WALL_CLOCK_TIME, this::tick);
    }
    interval = wanted;
  }

  private void tick(long nowMs) {
    long headDueMs = onTick.applyAsLong(nowMs);
    if (uncommitted) {
      uncommitted = false;
      context.commit();
    }
    adjust(nowMs, headDueMs);
  }

  private Duration intervalFor(long nowMs, long headDueMs) {
    if (headDueMs == Long.MAX_VALUE) {
      return OFF;
    }
    return headDueMs - nowMs <= SLOW.toMillis() ? fast : SLOW;
  }
}
