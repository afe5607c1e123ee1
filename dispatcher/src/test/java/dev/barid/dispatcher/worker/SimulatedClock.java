package dev.barid.dispatcher.worker;

import java.time.Duration;
import java.time.Instant;

/** The two clocks of a simulation: time passes a little with each reading, and when told to. */
final class SimulatedClock {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final long READING_NANOS = 1_000;

  private final long startNanos;
  private long nanos;

  /**
   * @param startNanos where the monotonic clock begins, which may be anywhere
   */
  SimulatedClock(long startNanos) {
    this.startNanos = startNanos;
    this.nanos = startNanos;
  }

  Time time() {
    return new Time(this::now, this::readNanos);
  }

  Instant now() {
    return START.plusNanos(nanos - startNanos);
  }

  void pass(Duration duration) {
    nanos += duration.toNanos();
  }

  private long readNanos() {
    nanos += READING_NANOS;
    return nanos;
  }
}
