package dev.barid.benchmarks.micro;

import dev.barid.core.subscriber.Limits;
import dev.barid.dispatcher.lane.Lane;
import dev.barid.dispatcher.lane.LaneLimits;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Deliveries in the lane of an endpoint with the default limits. */
@State(Scope.Thread)
public class LaneBenchmark {

  private static final int QUEUE = 256;
  private static final int AHEAD = 8;

  /** The pace of the default limits. */
  private static final long STEP_NANOS = (long) (1e9 / Limits.DEFAULT.ratePerSecond());

  private static final long HELD_NANOS = 5_000_000;

  private String delivery = "delivery";
  private long nowNanos;
  private Lane<String> flowing = lane();
  private Lane<String> full = lane();

  public LaneBenchmark() {
    for (int i = 0; i < AHEAD; i++) {
      flowing.offer(delivery, false, 0);
    }
    while (full.offer(delivery, false, 0)) {
      // Until there is no room.
    }
  }

  private static Lane<String> lane() {
    Limits limits = Limits.DEFAULT;
    return new Lane<>(
        new LaneLimits(QUEUE, limits.concurrency(), limits.ratePerSecond(), limits.burst()), 0);
  }

  /** A delivery is taken, the one at the head is started and ends. */
  @Benchmark
  public String turn() {
    nowNanos += STEP_NANOS;
    if (!flowing.offer(delivery, false, nowNanos)) {
      throw new IllegalStateException("a delivery was turned away (expected: taken)");
    }
    String started = flowing.start(nowNanos).orElseThrow();
    flowing.ended(HELD_NANOS, nowNanos + HELD_NANOS);
    return started;
  }

  /** A delivery doesn't fit and is told when it will: one of a flood that comes at once. */
  @Benchmark
  public long turnedAway() {
    if (full.offer(delivery, false, 0)) {
      throw new IllegalStateException("a delivery was taken (expected: turned away)");
    }
    return full.nextFreeSlotNanos(0);
  }
}
