package dev.barid.scheduler;

import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.Punctuator;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.jspecify.annotations.Nullable;

/**
 * How often a partition's store is looked at. Every tick costs a transaction, even one that finds
 * nothing, so there are none while nothing is held and few while nothing is due soon. Ticks fall on
 * whole multiples of their interval: so those of all partitions share one transaction.
 *
 * <p>Not thread-safe: used by its stream thread alone.
 */
final class Pulse {

  /** Nothing is held: no ticks. Due far off: slow ones. Due within one of those: fast ones. */
  private enum Pace {
    OFF(Duration.ZERO),
    SLOW(Duration.ofSeconds(1)),
    FAST(Duration.ofMillis(50));

    private final Duration interval;

    Pace(Duration interval) {
      this.interval = interval;
    }
  }

  private final ProcessingContext context;
  private final Punctuator onTick;
  private Pace pace = Pace.OFF;
  private @Nullable Cancellable ticks;
  private long lastSeenMs;

  Pulse(ProcessingContext context, Punctuator onTick) {
    this.context = context;
    this.onTick = onTick;
  }

  /**
   * Chooses the pace; to be called whenever the first due time may have changed.
   *
   * @param nowMs the wall clock, epoch milliseconds
   * @param headDueMs when the first held delivery is due; Long.MAX_VALUE without one
   */
  void adjust(long nowMs, long headDueMs) {
    // Ticks of a clock that was set back come only when it is as late again as it was.
    boolean setBack = nowMs < lastSeenMs - Pace.SLOW.interval.toMillis();
    lastSeenMs = nowMs;
    Pace wanted = paceFor(nowMs, headDueMs);
    if (wanted == pace && !setBack) {
      return;
    }
    if (ticks != null) {
      ticks.cancel();
      ticks = null;
    }
    if (wanted != Pace.OFF) {
      ticks =
          context.schedule(Instant.EPOCH, wanted.interval, PunctuationType.WALL_CLOCK_TIME, onTick);
    }
    pace = wanted;
  }

  private static Pace paceFor(long nowMs, long headDueMs) {
    if (headDueMs == Long.MAX_VALUE) {
      return Pace.OFF;
    }
    return headDueMs - nowMs <= Pace.SLOW.interval.toMillis() ? Pace.FAST : Pace.SLOW;
  }
}
