package dev.barid.dispatcher.worker;

import dev.barid.core.attempt.AttemptResult;
import dev.barid.core.health.Admission;
import dev.barid.core.health.Breaker;
import dev.barid.core.health.EndpointHealth;
import dev.barid.core.health.HealthRules;
import dev.barid.core.health.HealthStep;
import dev.barid.core.health.Signal;
import dev.barid.core.notice.HealthNotices;
import dev.barid.core.policy.Decision;
import dev.barid.core.subscriber.Endpoint;
import dev.barid.core.subscriber.EndpointEntry;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.subscriber.EndpointState;
import dev.barid.core.subscriber.Subscriber;
import dev.barid.dispatcher.metrics.DispatcherMetrics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The health of the endpoints in this worker's partitions. Endpoints of which nothing bad is known
 * take no room. What is to be written waits in {@link UnsavedHealth} for the next transaction.
 * Owner thread only.
 */
final class Healths {

  /** Told when an endpoint begins to hold its deliveries back. */
  @FunctionalInterface
  interface OnHold {
    void holds(int partition, EndpointKey key, long version);
  }

  private final Time time;
  private final Notices notices;
  private final Registry registry;
  private final DispatcherMetrics metrics;
  private final UnsavedHealth unsaved;
  private final Map<Integer, Map<EndpointKey, EndpointHealth>> byPartition = new HashMap<>();
  private OnHold onHold = (partition, key, version) -> {};

  Healths(
      Time time,
      Registry registry,
      DispatcherMetrics metrics,
      UnsavedHealth unsaved,
      Notices notices) {
    this.time = time;
    this.notices = notices;
    this.registry = registry;
    this.metrics = metrics;
    this.unsaved = unsaved;
  }

  /** Names who parks what waits when an endpoint begins to hold. */
  void onHold(OnHold told) {
    onHold = told;
  }

  /** A partition came: what its earlier owner knew, brought in line with the registry of now. */
  void load(int partition, Map<EndpointKey, EndpointHealth> known) {
    byPartition.put(partition, new HashMap<>());
    known.forEach((key, health) -> put(partition, key, health));
    List<EndpointKey> missing = new ArrayList<>();
    for (EndpointKey key : known.keySet()) {
      if (entry(key).isPresent()) {
        inLineWithRegistry(partition, key);
      } else {
        missing.add(key);
      }
    }
    if (!missing.isEmpty()) {
      // Deleted, or so new that it isn't known here yet.
      registry.whenFresh(
          () -> {
            if (byPartition.containsKey(partition)) {
              missing.forEach(key -> inLineWithRegistry(partition, key));
            }
          });
    }
  }

  /** A partition went. */
  void forget(int partition) {
    Map<EndpointKey, EndpointHealth> gone = byPartition.remove(partition);
    if (gone != null) {
      gone.values().forEach(health -> metrics.breaker(Optional.of(health), Optional.empty()));
    }
    unsaved.forget(partition);
  }

  /**
   * What to do with a delivery that is ready for its lane. A probe counts as out from here on.
   *
   * @param sentAsProbe the version that the scheduler sent it as the probe of, if it did
   */
  Admission admit(int partition, EndpointKey key, Endpoint endpoint, OptionalLong sentAsProbe) {
    EndpointHealth health = find(partition, key);
    if (health == null) {
      if (endpoint.state() == EndpointState.ACTIVE) {
        return new Admission.Pass();
      }
      health = inLine(partition, key, endpoint);
    }
    Admission admission = health.admission(time.now(), sentAsProbe);
    if (admission instanceof Admission.Probe) {
      put(partition, key, health.probing());
    }
    return admission;
  }

  /** An attempt ended. */
  void after(int partition, InFlight attempt, AttemptResult result, Decision decision) {
    EndpointKey key = attempt.lane().key();
    if (entry(key).isEmpty()) {
      // Deleted while the attempt was in flight: nobody would ever take its health back.
      return;
    }
    Endpoint endpoint = attempt.endpoint();
    Signal signal = Signal.of(endpoint.policy().statusRules(), result, decision);
    EndpointHealth health = find(partition, key);
    if (health == null) {
      if (signal == Signal.SUCCESS || signal == Signal.NEUTRAL) {
        return;
      }
      health = unknown(endpoint);
    }
    Instant now = time.now();
    HealthStep step = rules(endpoint).after(health, signal, attempt.queued().probe(), now);
    Optional<String> causeType = attempt.queued().delivery().event().type();
    HealthNotices.of(key, health, step, result, now)
        .ifPresent(notice -> notices.give(partition, notice, causeType));
    take(partition, key, step);
  }

  /** A probe came to no attempt: the next delivery is the probe. */
  void withdrawn(int partition, EndpointKey key, OptionalLong probe) {
    EndpointHealth health = find(partition, key);
    if (health != null && probe.isPresent()) {
      put(partition, key, health.withdrawn(probe.getAsLong()));
    }
  }

  /**
   * A subscriber's entry changed.
   *
   * @param partition the subscriber's own partition; ignored unless it is this worker's
   * @param before the entry until now
   */
  void onRegistryChanged(int partition, String subscriber, Optional<Subscriber> before) {
    if (!byPartition.containsKey(partition)) {
      return;
    }
    List<EndpointKey> touched = new ArrayList<>();
    before.ifPresent(entry -> addKeys(touched, entry));
    registry.subscriber(subscriber).ifPresent(entry -> addKeys(touched, entry));
    touched.stream().distinct().forEach(key -> inLineWithRegistry(partition, key));
  }

  private void inLineWithRegistry(int partition, EndpointKey key) {
    Optional<EndpointEntry> entry = entry(key);
    if (entry.isEmpty()) {
      // Deleted: whatever is parked for it comes out, and is refused.
      EndpointHealth known = find(partition, key);
      remove(partition, key);
      if (known != null && known.version() > 0) {
        unsaved.deleted(partition, key);
      }
    } else if (entry.get() instanceof EndpointEntry.Usable usable) {
      boolean known = find(partition, key) != null;
      if (known || usable.endpoint().state() != EndpointState.ACTIVE) {
        inLine(partition, key, usable.endpoint());
      }
    }
  }

  private Optional<EndpointEntry> entry(EndpointKey key) {
    return registry.subscriber(key.subscriber()).flatMap(found -> found.endpoint(key.endpoint()));
  }

  private EndpointHealth inLine(int partition, EndpointKey key, Endpoint endpoint) {
    EndpointHealth known = find(partition, key);
    EndpointHealth health = known == null ? unknown(endpoint) : known;
    HealthStep step =
        rules(endpoint)
            .inLineWith(
                health, endpoint.state(), endpoint.standing().resumeGeneration(), time.now());
    take(partition, key, step);
    return step.health();
  }

  private void take(int partition, EndpointKey key, HealthStep step) {
    put(partition, key, step.health());
    step.change()
        .ifPresent(
            change -> {
              unsaved.changed(partition, key, step.health());
              if (step.health().holds()) {
                onHold.holds(partition, key, step.health().version());
              }
            });
  }

  private static EndpointHealth unknown(Endpoint endpoint) {
    return EndpointHealth.unknown(
        endpoint.standing().resumeGeneration(), endpoint.limits().ratePerSecond());
  }

  private static HealthRules rules(Endpoint endpoint) {
    return new HealthRules(endpoint.policy().breaker(), endpoint.limits().ratePerSecond());
  }

  private static void addKeys(List<EndpointKey> keys, Subscriber entry) {
    entry.endpoints().forEach(endpoint -> keys.add(new EndpointKey(entry.id(), endpoint.id())));
  }

  private @Nullable EndpointHealth find(int partition, EndpointKey key) {
    Map<EndpointKey, EndpointHealth> healths = byPartition.get(partition);
    return healths == null ? null : healths.get(key);
  }

  private void put(int partition, EndpointKey key, EndpointHealth health) {
    Map<EndpointKey, EndpointHealth> healths = byPartition.get(partition);
    if (healths == null) {
      return;
    }
    if (isNothing(health)) {
      // Not counted, as nothing that is unknown is: nobody would ever take it back.
      remove(partition, key);
    } else {
      metrics.breaker(Optional.ofNullable(healths.put(key, health)), Optional.of(health));
    }
  }

  private void remove(int partition, EndpointKey key) {
    Map<EndpointKey, EndpointHealth> healths = byPartition.get(partition);
    if (healths != null) {
      metrics.breaker(Optional.ofNullable(healths.remove(key)), Optional.empty());
    }
  }

  /** Whether it says no more than that nothing is known. */
  private static boolean isNothing(EndpointHealth health) {
    return health.version() == 0
        && health.breaker().equals(Breaker.HEALTHY)
        && health.permanentStreak() == 0
        && health.pause().isEmpty();
  }
}
