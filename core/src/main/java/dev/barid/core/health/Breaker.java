package dev.barid.core.health;

import java.time.Duration;
import java.time.Instant;

/**
 * An endpoint's circuit breaker. Its legal moves, each made by {@link HealthRules}:
 *
 * <pre>
 *   CLOSED    → OPEN       enough failures in a row
 *   OPEN      → HALF_OPEN  the open time has passed, and a probe goes out
 *   OPEN      → CLOSED     an attempt that was in flight when it opened succeeded
 *   HALF_OPEN → CLOSED     the probe, or an attempt that was in flight, succeeded
 *   HALF_OPEN → OPEN       the probe failed: for twice as long, to a cap; or it came to
 *                          nothing: as before
 *   any       → CLOSED     the endpoint was disabled: nothing is held for it
 * </pre>
 */
public sealed interface Breaker {
  /** Nothing has gone wrong. */
  Breaker HEALTHY = new Closed(0);

  /** The name in topics and metrics. */
  String wireName();

  /**
   * Deliveries go out; failures in a row are counted.
   *
   * @param streak transient failures since the last success
   */
  record Closed(int streak) implements Breaker {
    @Override
    public String wireName() {
      return "closed";
    }
  }

  /**
   * Deliveries are parked until {@code openUntil}; the first one to come after it is the probe.
   *
   * @param openedAt when the breaker left {@link Closed}
   * @param openFor how long it is open this time; grows with each failed probe
   * @param openUntil when the next probe may go
   */
  record Open(Instant openedAt, Duration openFor, Instant openUntil) implements Breaker {
    @Override
    public String wireName() {
      return "open";
    }

    /** Open until {@code now + openFor}, after a probe that wasn't a success. */
    Open again(Duration openFor, Instant now) {
      return new Open(openedAt, openFor, now.plus(openFor));
    }
  }

  /**
   * One probe is out, everything else is parked. Known to the owner alone: topics have {@link Open}
   * instead, so that after a crash the next delivery to come is the probe again.
   *
   * @param before the state to go on from unless the probe succeeds
   */
  record HalfOpen(Open before) implements Breaker {
    @Override
    public String wireName() {
      return "half-open";
    }
  }
}
