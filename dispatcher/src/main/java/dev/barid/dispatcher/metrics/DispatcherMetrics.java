package dev.barid.dispatcher.metrics;

import dev.barid.core.health.EndpointHealth;
import dev.barid.core.policy.DeadLetterReason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The dispatcher's meters, shared by its workers; every method may be called from any thread. */
public final class DispatcherMetrics {

  /** First attempts and retries are told apart: the share of retries shows trouble first. */
  public enum Kind {
    FIRST("first"),
    RETRY("retry");

    private final String label;

    Kind(String label) {
      this.label = label;
    }
  }

  /** How an attempt ended, seen from whether it may be retried. */
  public enum Result {
    SUCCESS("success"),
    TRANSIENT("transient"),
    PERMANENT("permanent");

    private final String label;

    Result(String label) {
      this.label = label;
    }
  }

  private final Map<Kind, Map<Result, Counter>> attempts = new EnumMap<>(Kind.class);
  private final Map<DeadLetterReason, Counter> deadLetters = new EnumMap<>(DeadLetterReason.class);
  private final Counter delivered;
  private final Counter deadLettered;
  private final Counter filtered;
  private final Counter deferrals;
  private final Counter rehomed;
  private final Counter parked;
  private final BreakerMetrics breakers;
  private final Counter aborted;
  private final Counter dropped;
  private final Counter setAside;
  private final DistributionSummary attemptsPerDelivery;
  private final Timer latency;
  private final Timer httpDuration;

  public DispatcherMetrics(MeterRegistry registry) {
    for (Kind kind : Kind.values()) {
      Map<Result, Counter> byResult = new EnumMap<>(Result.class);
      for (Result result : Result.values()) {
        byResult.put(
            result, registry.counter("barid.attempts", "kind", kind.label, "class", result.label));
      }
      attempts.put(kind, byResult);
    }
    for (DeadLetterReason reason : DeadLetterReason.values()) {
      deadLetters.put(reason, registry.counter("barid.dlq.records", "reason", reason.wireName()));
    }
    delivered = registry.counter("barid.deliveries", "outcome", "delivered");
    deadLettered = registry.counter("barid.deliveries", "outcome", "dead_lettered");
    filtered = registry.counter("barid.deliveries", "outcome", "filtered");
    deferrals = registry.counter("barid.deferrals");
    rehomed = registry.counter("barid.rehomed");
    parked = registry.counter("barid.parked");
    breakers = new BreakerMetrics(registry);
    aborted = registry.counter("barid.transactions.aborted");
    dropped = registry.counter("barid.attempts.dropped");
    setAside = registry.counter("barid.records.set.aside");
    attemptsPerDelivery =
        DistributionSummary.builder("barid.attempts.per.delivery")
            .serviceLevelObjectives(1, 2, 3, 5, 10, 16)
            .register(registry);
    latency =
        Timer.builder("barid.delivery.latency").publishPercentileHistogram().register(registry);
    httpDuration =
        Timer.builder("barid.http.duration").publishPercentileHistogram().register(registry);
  }

  /** An attempt ended. */
  public void attempted(Kind kind, Result result, Duration took) {
    counter(kind, result).increment();
    httpDuration.record(took);
  }

  /** A delivery ended well. */
  public void delivered(int attemptsMade, Duration sinceAccepted) {
    delivered.increment();
    attemptsPerDelivery.record(attemptsMade);
    latency.record(sinceAccepted);
  }

  /** A delivery, or an event without endpoints, ended in the DLQ. */
  public void deadLettered(DeadLetterReason reason) {
    deadLettered.increment();
    Counter counter = deadLetters.get(reason);
    if (counter != null) {
      counter.increment();
    }
  }

  /** Endpoints of the subscriber did not ask for an event. */
  public void filtered(int endpoints) {
    filtered.increment(endpoints);
  }

  /** A delivery was put off without an attempt. */
  public void deferred() {
    deferrals.increment();
  }

  /** A delivery waits in {@code parked} for its endpoint. */
  public void parked() {
    parked.increment();
  }

  /**
   * What is known of an endpoint's breaker changed.
   *
   * @param before what was known; empty for nothing
   * @param after what is known now; empty when it is forgotten
   */
  public void breaker(Optional<EndpointHealth> before, Optional<EndpointHealth> after) {
    breakers.moved(before, after);
  }

  /** A record was moved to its key's own partition. */
  public void rehomed() {
    rehomed.increment();
  }

  /** A transaction was aborted; its outcomes are kept and written again. */
  public void aborted() {
    aborted.increment();
  }

  /** A record's outcomes can't be written, and the others go on without it. */
  public void setAside() {
    setAside.increment();
  }

  /** An attempt's result came after its partition had gone to another owner. */
  public void dropped() {
    dropped.increment();
  }

  private Counter counter(Kind kind, Result result) {
    Map<Result, Counter> byResult = attempts.get(kind);
    Counter counter = byResult == null ? null : byResult.get(result);
    if (counter == null) {
      throw new IllegalStateException("no counter for " + kind + " " + result);
    }
    return counter;
  }
}
