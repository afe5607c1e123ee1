package dev.barid.benchmarks.scheduler;

import java.util.concurrent.TimeUnit;

/**
 * The longest punctuation of a scheduler's threads, as Kafka Streams measures it: at most of about
 * the last minute, so it must be looked at meanwhile.
 */
final class Punctuations implements AutoCloseable {

  private static final String THREADS = "kafka.streams:type=stream-thread-metrics,*";
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Jmx meters;
  private double longestMs;
  private long lookedNanos = System.nanoTime() - EVERY_NANOS;

  Punctuations(SchedulerProcess scheduler) {
    this.meters = Jmx.of(scheduler.pid());
  }

  /** Looks at them, once a second at most. */
  void look() {
    if (System.nanoTime() - lookedNanos < EVERY_NANOS) {
      return;
    }
    lookNow();
  }

  /** Looks at them. */
  void lookNow() {
    lookedNanos = System.nanoTime();
    for (double ms : meters.values(THREADS, "punctuate-latency-max").values()) {
      longestMs = Math.max(longestMs, ms);
    }
  }

  double longestMs() {
    return longestMs;
  }

  @Override
  public void close() {
    meters.close();
  }
}
