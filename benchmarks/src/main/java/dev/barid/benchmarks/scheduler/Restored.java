package dev.barid.benchmarks.scheduler;

import dev.barid.benchmarks.measure.Usage;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * What a scheduler that starts reads from its changelogs, as its restore consumers count it, and
 * how long it reads. To be looked at all the time.
 */
final class Restored implements AutoCloseable {

  private static final String CONSUMERS = "kafka.consumer:type=consumer-fetch-manager-metrics,*";

  /** A JVM that has used so much can be attached to. */
  private static final Duration STARTED = Duration.ofMillis(500);

  private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final SchedulerProcess scheduler;
  private @Nullable Jmx meters;
  private long records;
  private long lookedNanos = System.nanoTime() - EVERY_NANOS;
  private long fromNanos = lookedNanos;
  private long toNanos = lookedNanos;

  Restored(SchedulerProcess scheduler) {
    this.scheduler = scheduler;
  }

  void look() {
    long nowNanos = System.nanoTime();
    if (nowNanos - lookedNanos < EVERY_NANOS) {
      return;
    }
    lookedNanos = nowNanos;
    if (meters == null) {
      if (Usage.cpu(scheduler.pid()).compareTo(STARTED) < 0) {
        return;
      }
      meters = Jmx.of(scheduler.pid());
    }
    long now =
        meters.values(CONSUMERS, "records-consumed-total").entrySet().stream()
            .filter(each -> isOfRestoreConsumer(each.getKey()))
            .mapToLong(each -> each.getValue().longValue())
            .sum();
    if (records == 0) {
      fromNanos = nowNanos;
    }
    if (now > records) {
      toNanos = nowNanos;
    }
    records = Math.max(records, now);
  }

  /** Whether it is of all that one of them reads: there are others of each topic. */
  private static boolean isOfRestoreConsumer(ObjectName name) {
    return name.getKeyProperty("client-id").contains("restore-consumer")
        && name.getKeyProperty("topic") == null;
  }

  long records() {
    return records;
  }

  /** How long nothing more was read, in milliseconds. */
  long quietMs() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - toNanos);
  }

  /** From the last look that saw none to the last one that saw more. */
  double seconds() {
    return Math.max(EVERY_NANOS, toNanos - fromNanos) / 1e9;
  }

  @Override
  public void close() {
    if (meters != null) {
      meters.close();
    }
  }
}
