package dev.barid.benchmarks.open;

import dev.barid.benchmarks.stage.Broker;
import dev.barid.benchmarks.stage.Sending;
import dev.barid.benchmarks.stage.Subscribers;
import dev.barid.core.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;

/**
 * Sends events at a steady rate, whatever becomes of them: event {@code n} is due at the start plus
 * {@code n / rate}. One thread's.
 */
final class OpenLoad {

  private static final long MICROS = 1_000_000;
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final Duration LINGER = Duration.ofMillis(1);

  private final int perSecond;
  private final int bytes;
  private final IntUnaryOperator subscriberOf;

  /**
   * @param perSecond events a second
   * @param bytes the size of each one's body
   * @param subscriberOf whose event the n-th one is
   */
  OpenLoad(int perSecond, int bytes, IntUnaryOperator subscriberOf) {
    this.perSecond = perSecond;
    this.bytes = bytes;
    this.subscriberOf = subscriberOf;
  }

  static long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  /** When the n-th event is due, if the first one was due then. */
  long dueMicros(long startMicros, long number) {
    return startMicros + number * MICROS / perSecond;
  }

  /**
   * Sends for so long, and returns once all is written.
   *
   * @param startMicros when the first event is due
   * @param everySecond called about once a second with the time that has passed
   * @return how many were sent
   */
  int send(Broker broker, Topics topics, long startMicros, Duration time, EverySecond everySecond) {
    int total = (int) (time.toMillis() * perSecond / 1_000);
    long nextSecond = startMicros + MICROS;
    try (Sending sending = broker.sending(LINGER)) {
      int sent = 0;
      while (sent < total) {
        long now = nowMicros();
        while (sent < total && dueMicros(startMicros, sent) <= now) {
          sending.send(
              topics.events(),
              Subscribers.id(subscriberOf.applyAsInt(sent)),
              Body.of(dueMicros(startMicros, sent), sent, bytes));
          sent++;
        }
        if (now >= nextSecond) {
          nextSecond += MICROS;
          everySecond.passed(Duration.of(now - startMicros, ChronoUnit.MICROS));
        }
        LockSupport.parkNanos(TICK_NANOS);
      }
      return sent;
    }
  }

  /** Told of the time while events are sent; it must be quick. */
  @FunctionalInterface
  interface EverySecond {
    void passed(Duration sinceStart);
  }
}
