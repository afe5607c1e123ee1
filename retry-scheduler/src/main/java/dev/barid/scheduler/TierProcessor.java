package dev.barid.scheduler;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.topic.RetryTier;
import java.time.Duration;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Holds the deliveries of one partition of one tier.
 *
 * <pre>
 *   retry.&lt;tier&gt; ──► due already? ──yes──────────────► redeliveries, same partition
 *                          │ no                             ▲
 *                          ▼                                │
 *                    DueStore, by due time ── each tick: what is due
 * </pre>
 *
 * <p>Due is judged by this process's wall clock alone. A delivery is never sent back before it is
 * due; it may overtake others that are due as well, since no order is promised.
 *
 * <p>Not thread-safe: used by its stream thread alone.
 */
final class TierProcessor implements Processor<byte[], byte[], byte[], Released> {

  /** What a delivery is late by at most, but for the commit, unless too many are due. */
  static final Duration TICK = Duration.ofMillis(100);

  private final RetryTier tier;
  private final String storeName;
  private final TierMetrics metrics;
  private final DrainLimit limit;
  private final Backlog backlog = new Backlog();
  private @Nullable Bound bound;

  TierProcessor(RetryTier tier, String storeName, TierMetrics metrics, DrainLimit limit) {
    this.tier = tier;
    this.storeName = storeName;
    this.metrics = metrics;
    this.limit = limit;
  }

  /** What there is only between init and close. */
  private record Bound(ProcessorContext<byte[], Released> context, DueStore store, Pulse pulse) {}

  @Override
  public void init(ProcessorContext<byte[], Released> context) {
    DueStore store = new DueStore(context.getStateStore(storeName), System::nanoTime);
    bound = new Bound(context, store, new Pulse(context, TICK, this::onTick));
    metrics.add(backlog);
    afterChange(bound, context.currentSystemTimeMs());
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    Bound b = bound();
    long nowMs = b.context.currentSystemTimeMs();
    long dueMs = DueTime.of(record.headers(), tier, nowMs);
    HeldRecord held =
        new HeldRecord(record.timestamp(), record.key(), record.value(), record.headers());
    if (dueMs <= nowMs) {
      release(b, held, dueMs, nowMs);
    } else {
      b.store.hold(new DueKey(dueMs, offset(b)), held.encode());
    }
    afterChange(b, nowMs);
  }

  private long onTick(long nowMs) {
    Bound b = bound();
    b.store.drain(
        nowMs, limit, (key, entry) -> release(b, HeldRecord.decode(entry), key.dueMs(), nowMs));
    show(b);
    return b.store.headDueMs();
  }

  private void release(Bound b, HeldRecord held, long dueMs, long nowMs) {
    Headers headers = new RecordHeaders(held.headers());
    headers.remove(HeaderNames.DUE_AT);
    Released released = new Released(held.value(), b.context.taskId().partition());
    b.context.forward(new Record<>(held.key(), released, nowMs, headers));
    b.pulse.released();
    metrics.emitted(nowMs - dueMs);
  }

  private void afterChange(Bound b, long nowMs) {
    b.pulse.adjust(nowMs, b.store.headDueMs());
    show(b);
  }

  private void show(Bound b) {
    backlog.update(b.store.pending(), b.store.headDueMs());
  }

  private static long offset(Bound b) {
    return b.context
        .recordMetadata()
        .map(RecordMetadata::offset)
        .orElseThrow(() -> new IllegalStateException("a record of no topic"));
  }

  private Bound bound() {
    if (bound == null) {
      throw new IllegalStateException("tier " + tier.name() + " is used before it is initialised");
    }
    return bound;
  }

  @Override
  public void close() {
    metrics.remove(backlog);
    bound = null;
  }
}
