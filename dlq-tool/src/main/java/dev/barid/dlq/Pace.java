package dev.barid.dlq;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How fast batches go. No transaction is open while one waits, so that nobody who reads the topics
 * is held back.
 */
final class Pace {

  private static final int LARGEST_BATCH = 500;
  private static final int BATCHES_PER_SECOND = 10;

  private final OptionalLong ratePerSecond;
  private final LongSupplier nanoTime;
  private final long startNanos;
  private long sent;

  /** A pace that begins now; no rate is as fast as it goes. */
  Pace(OptionalLong ratePerSecond, LongSupplier nanoTime) {
    this.ratePerSecond = ratePerSecond;
    this.nanoTime = nanoTime;
    this.startNanos = nanoTime.getAsLong();
  }

  /** How many records a batch may hold. */
  int batchSize() {
    if (ratePerSecond.isEmpty()) {
      return LARGEST_BATCH;
    }
    return (int)
        Math.max(1, Math.min(LARGEST_BATCH, ratePerSecond.getAsLong() / BATCHES_PER_SECOND));
  }

  /** How long the next batch has to wait; zero or negative for not at all. */
  Duration untilNext() {
    if (ratePerSecond.isEmpty()) {
      return Duration.ZERO;
    }
    double dueNanos = sent * (double) TimeUnit.SECONDS.toNanos(1) / ratePerSecond.getAsLong();
    return Duration.ofNanos((long) dueNanos - (nanoTime.getAsLong() - startNanos));
  }

  /** A batch of so many has gone. */
  void sent(int count) {
    sent += count;
  }
}
