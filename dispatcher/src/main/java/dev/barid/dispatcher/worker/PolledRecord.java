package dev.barid.dispatcher.worker;

import dev.barid.core.delivery.SourceRecord;
import dev.barid.core.delivery.TopicRecord;
import dev.barid.dispatcher.outcome.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * A record on its way through the worker. It is finished when each of its deliveries has had its
 * outcome; only then are the outcomes written, in the same transaction as its offset, so that a
 * crash in between can't write some of them twice.
 */
final class PolledRecord {

  /** What a record costs beside its bytes. */
  private static final long OVERHEAD_BYTES = 512;

  private final TrackedPartition partition;
  private final int epoch;
  private final SourceRecord source;
  private final long bytes;
  private final List<TopicRecord> outputs = new ArrayList<>(2);
  private long outputBytes;
  private final List<QueuedDelivery> open = new ArrayList<>(1);
  private int unfinished;

  PolledRecord(TrackedPartition partition, SourceRecord source) {
    this.partition = partition;
    this.epoch = partition.tracker().epoch();
    this.source = source;
    this.bytes = OVERHEAD_BYTES + sizeOf(source);
  }

  /** How many deliveries it stands for; called once, before any of them can end. */
  void expect(int deliveries) {
    unfinished = deliveries;
  }

  /** One of its deliveries waits in its lane, and is attempted in its turn. */
  void opened(QueuedDelivery delivery) {
    open.add(delivery);
  }

  /** What became of a delivery that was opened is known. */
  void closed(QueuedDelivery delivery) {
    open.remove(delivery);
  }

  /** The deliveries of which it isn't known yet. */
  List<QueuedDelivery> open() {
    return List.copyOf(open);
  }

  /** Whether each of its deliveries has had its outcome: another one is one too many. */
  boolean isFinished() {
    return unfinished == 0;
  }

  /** One of its deliveries had its outcome; true if it was the last one. */
  boolean ended(Outcome outcome) {
    for (TopicRecord output : outcome.records()) {
      outputs.add(output);
      outputBytes += output.sizeBytes() - sharedBytes(output);
    }
    unfinished--;
    return unfinished == 0;
  }

  /**
   * Whether it is no longer this worker's: its partition has gone, or its offsets have begun anew.
   * Whatever comes back for it is dropped.
   */
  boolean isDropped() {
    return partition.hold() == TrackedPartition.Hold.GONE || epoch != partition.tracker().epoch();
  }

  TrackedPartition partition() {
    return partition;
  }

  int epoch() {
    return epoch;
  }

  SourceRecord source() {
    return source;
  }

  List<TopicRecord> outputs() {
    return outputs;
  }

  /** About what the record holds in memory, in bytes. */
  long bytes() {
    return bytes;
  }

  /** About what its outputs hold beside it, in bytes. */
  long outputBytes() {
    return outputBytes;
  }

  private long sharedBytes(TopicRecord output) {
    byte[] body = output.value();
    return body != null && body == source.value() ? body.length : 0;
  }

  private static long sizeOf(SourceRecord source) {
    byte[] key = source.key();
    byte[] value = source.value();
    long size = (key == null ? 0 : key.length) + (long) (value == null ? 0 : value.length);
    for (var header : source.headers()) {
      byte[] headerValue = header.value();
      size += 48 + header.key().length() + (headerValue == null ? 0 : headerValue.length);
    }
    return size;
  }
}
