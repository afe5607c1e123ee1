package dev.barid.dispatcher.worker;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The two clocks, kept apart: the wall clock for what other processes read, the monotonic one for
 * durations within this process.
 *
 * @param wall the wall clock
 * @param monotonicNanos the monotonic clock, nanoseconds from any start
 */
public record Time(InstantSource wall, LongSupplier monotonicNanos) {

  /** The system's clocks. */
  public static Time system() {
    return new Time(InstantSource.system(), System::nanoTime);
  }

  Instant now() {
    return wall.instant();
  }

  long nanos() {
    return monotonicNanos.getAsLong();
  }
}
