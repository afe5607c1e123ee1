package dev.barid.scheduler;

import dev.barid.core.health.Release;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The meters of parking, over those of its partitions that this process holds. Thread-safe. */
final class ParkingMetrics {

  private final Set<Backlog> backlogs = ConcurrentHashMap.newKeySet();
  private final Counter recovered;
  private final Counter probes;
  private final Counter expired;
  private final Counter malformed;

  ParkingMetrics(MeterRegistry registry) {
    recovered = released(registry, "recovered");
    probes = released(registry, "probe");
    expired = released(registry, "expired");
    malformed = released(registry, "malformed");
    Gauge.builder("barid.scheduler.parked", backlogs, ParkingMetrics::parked)
        .description("Deliveries parked for endpoints that are down or paused.")
        .register(registry);
  }

  private static Counter released(MeterRegistry registry, String why) {
    return Counter.builder("barid.scheduler.released")
        .description("Parked deliveries sent back, by why.")
        .tag("why", why)
        .register(registry);
  }

  /** Counts a partition's backlog until it is removed. */
  void add(Backlog backlog) {
    backlogs.add(backlog);
  }

  void remove(Backlog backlog) {
    backlogs.remove(backlog);
  }

  void released(Release why) {
    if (why instanceof Release.AsProbe) {
      probes.increment();
    } else if (why instanceof Release.Expired) {
      expired.increment();
    } else {
      recovered.increment();
    }
  }

  /** One couldn't be parked for what its headers say. */
  void malformed() {
    malformed.increment();
  }

  private static double parked(Set<Backlog> backlogs) {
    return backlogs.stream().mapToLong(Backlog::pending).sum();
  }
}
