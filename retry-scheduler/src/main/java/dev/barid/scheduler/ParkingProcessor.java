package dev.barid.scheduler;

import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.health.EndpointHealth;
import dev.barid.core.health.HealthJson;
import dev.barid.core.health.Release;
import dev.barid.core.subscriber.EndpointKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the parked deliveries of one partition, and hears of its endpoints' health: {@link
 * ParkingLot} at Kafka Streams.
 *
 * <p>A record that says too little to be parked is sent back at once: the dispatcher judges it.
 * Health that can't be read is as if it had not come.
 *
 * <p>Not thread-safe: used by its stream thread alone.
 */
final class ParkingProcessor implements Processor<byte[], byte[], byte[], Released> {
  private static final Logger log = LoggerFactory.getLogger(ParkingProcessor.class);

  /** Parked deliveries go in probes or at a pace, which needs no finer ticks. */
  static final Duration TICK = Duration.ofMillis(250);

  private final String healthTopic;
  private final ParkingMetrics metrics;
  private final DrainLimit limit;
  private final Backlog backlog = new Backlog();
  private @Nullable Bound bound;

  /**
   * @param healthTopic the source whose records are health; all others are parked deliveries
   */
  ParkingProcessor(String healthTopic, ParkingMetrics metrics, DrainLimit limit) {
    this.healthTopic = healthTopic;
    this.metrics = metrics;
    this.limit = limit;
  }

  /** What there is only between init and close. */
  private record Bound(ProcessorContext<byte[], Released> context, ParkingLot lot, Pulse pulse) {}

  @Override
  public void init(ProcessorContext<byte[], Released> context) {
    ParkingLot lot =
        new ParkingLot(
            new ParkedStore(context.getStateStore(ParkingTopology.RECORDS_STORE)),
            new GiveUpIndex(context.getStateStore(ParkingTopology.GIVE_UP_STORE)),
            new EndpointStore(context.getStateStore(ParkingTopology.ENDPOINTS_STORE)),
            System::nanoTime,
            this::release);
    bound = new Bound(context, lot, new Pulse(context, TICK, this::onTick));
    metrics.add(backlog);
    afterChange(bound, context.currentSystemTimeMs());
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    Bound b = bound();
    long nowMs = b.context.currentSystemTimeMs();
    RecordMetadata source =
        b.context
            .recordMetadata()
            .orElseThrow(() -> new IllegalStateException("a record of no topic"));
    if (source.topic().equals(healthTopic)) {
      onHealth(b, record.key(), record.value(), nowMs);
    } else {
      onParked(b, record, source.offset(), nowMs);
    }
    afterChange(b, nowMs);
  }

  private void onParked(Bound b, Record<byte[], byte[]> record, long offset, long nowMs) {
    HeldRecord held =
        new HeldRecord(record.timestamp(), record.key(), record.value(), record.headers());
    Optional<ParkedLabel> label = ParkedLabel.read(held, nowMs);
    if (label.isPresent()) {
      ParkedEntry entry = new ParkedEntry(offset, label.get().parked(), held);
      b.lot.arrive(label.get().endpoint(), entry, nowMs);
    } else {
      forward(b, held, new RecordHeaders(held.headers()));
      metrics.malformed();
    }
  }

  private static void onHealth(Bound b, byte @Nullable [] key, byte @Nullable [] json, long nowMs) {
    Optional<EndpointKey> endpoint = key == null ? Optional.empty() : EndpointKey.fromKey(key);
    if (endpoint.isEmpty()) {
      log.warn("health of no endpoint is skipped (expected: a key subscriber/endpoint)");
    } else if (json == null) {
      b.lot.forgotten(endpoint.get(), nowMs);
    } else {
      Optional<EndpointHealth> health = HealthJson.read(json);
      if (health.isPresent()) {
        b.lot.heard(endpoint.get(), health.get(), json, nowMs);
      } else {
        log.warn("health of {} is damaged and skipped", endpoint.get());
      }
    }
  }

  private long onTick(long nowMs) {
    Bound b = bound();
    b.lot.tick(nowMs, limit);
    show(b);
    return b.lot.nextMs();
  }

  private void release(HeldRecord record, Release why) {
    Headers headers = new RecordHeaders(record.headers());
    headers.remove(HeaderNames.PROBE_VERSION);
    if (why instanceof Release.AsProbe probe) {
      String version = Long.toString(probe.version());
      headers.add(HeaderNames.PROBE_VERSION, version.getBytes(StandardCharsets.UTF_8));
    }
    forward(bound(), record, headers);
    metrics.released(why);
  }

  private static void forward(Bound b, HeldRecord record, Headers headers) {
    headers.remove(HeaderNames.PARKED_VERSION);
    headers.remove(HeaderNames.DUE_AT);
    Released released = new Released(record.value(), b.context.taskId().partition());
    b.context.forward(
        new Record<>(record.key(), released, b.context.currentSystemTimeMs(), headers));
    b.pulse.released();
  }

  private void afterChange(Bound b, long nowMs) {
    b.pulse.adjust(nowMs, b.lot.nextMs());
    show(b);
  }

  private void show(Bound b) {
    backlog.update(b.lot.count(), b.lot.nextMs());
  }

  private Bound bound() {
    if (bound == null) {
      throw new IllegalStateException("parking is used before it is initialised");
    }
    return bound;
  }

  @Override
  public void close() {
    metrics.remove(backlog);
    bound = null;
  }
}
