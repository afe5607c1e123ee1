package dev.barid.scheduler;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/**
 * Counts what is read from changelogs into stores that this process didn't have on its disk.
 * Thread-safe.
 */
final class RestoreMetrics implements StateRestoreListener {

  private final Counter restored;

  RestoreMetrics(MeterRegistry registry) {
    restored =
        Counter.builder("barid.scheduler.restored")
            .description("Records read from changelogs into stores, deletions among them.")
            .register(registry);
  }

  @Override
  public void onRestoreStart(
      TopicPartition changelog, String store, long firstOffset, long lastOffset) {}

  @Override
  public void onBatchRestored(
      TopicPartition changelog, String store, long lastOffset, long records) {
    restored.increment((double) records);
  }

  @Override
  public void onRestoreEnd(TopicPartition changelog, String store, long records) {}
}
