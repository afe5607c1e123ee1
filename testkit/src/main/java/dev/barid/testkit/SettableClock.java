package dev.barid.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Time that stands still until a test moves it: a wall clock, and a monotonic one that only ever
 * goes forward. Thread-safe.
 */
public final class SettableClock implements InstantSource {
  private Instant wall;
  private long nanos;

  public SettableClock(Instant start) {
    this.wall = start;
  }

  @Override
  public synchronized Instant instant() {
    return wall;
  }

  /** The monotonic clock, in nanoseconds from when this was made. */
  public synchronized long nanos() {
    return nanos;
  }

  /** Lets time pass, on both clocks. */
  public synchronized void advance(Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException(
          "duration \"" + duration + "\" (expected: none below zero; see stepWallTo)");
    }
    wall = wall.plus(duration);
    nanos += duration.toNanos();
  }

  /** Sets the wall clock alone, as an operator or NTP does; it may go back. */
  public synchronized void stepWallTo(Instant instant) {
    wall = instant;
  }
}
