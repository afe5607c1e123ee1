package dev.barid.scheduler;

import dev.barid.core.topic.RetryTier;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * The meters of one tier, over those of its partitions that this process holds. Thread-safe.
 *
 * <p>Pending counts what is held, due or not; lateness and the oldest due age are about what is
 * late.
 */
final class TierMetrics {

  private static final Duration[] LATENESS_BUCKETS =
      LongStream.of(
              50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000, 3_600_000)
          .mapToObj(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final Set<Backlog> backlogs = ConcurrentHashMap.newKeySet();
  private final Counter emitted;
  private final Timer lateness;

  TierMetrics(MeterRegistry registry, RetryTier tier) {
    emitted =
        Counter.builder("barid.scheduler.emitted")
            .description("Deliveries sent back because they were due.")
            .tag("tier", tier.name())
            .register(registry);
    // One for all tiers: the tiers differ in how long they hold, not in how late they may be.
    lateness =
        Timer.builder("barid.scheduler.lateness")
            .description("From due to sent back.")
            .serviceLevelObjectives(LATENESS_BUCKETS)
            .register(registry);
    Gauge.builder("barid.scheduler.pending", backlogs, TierMetrics::pending)
        .description("Deliveries held, due or not.")
        .tag("tier", tier.name())
        .register(registry);
    TimeGauge.builder(
            "barid.scheduler.oldest.due.age",
            backlogs,
            TimeUnit.MILLISECONDS,
            all -> oldestMs(all, registry.config().clock().wallTime()))
        .description("How long the longest due delivery has waited to be sent back.")
        .tag("tier", tier.name())
        .register(registry);
  }

  /** Counts a partition's backlog until it is removed. */
  void add(Backlog backlog) {
    backlogs.add(backlog);
  }

  void remove(Backlog backlog) {
    backlogs.remove(backlog);
  }

  /** A delivery was sent back so long after it was due. */
  void emitted(long lateMs) {
    emitted.increment();
    lateness.record(Math.max(0, lateMs), TimeUnit.MILLISECONDS);
  }

  private static double pending(Set<Backlog> backlogs) {
    return backlogs.stream().mapToLong(Backlog::pending).sum();
  }

  private static double oldestMs(Set<Backlog> backlogs, long nowMs) {
    return backlogs.stream().mapToLong(backlog -> backlog.overdueMs(nowMs)).max().orElse(0);
  }
}
