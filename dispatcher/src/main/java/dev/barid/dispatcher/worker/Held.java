package dev.barid.dispatcher.worker;

import java.util.HashMap;
import java.util.Map;

/**
 * How much a worker holds in memory: every record from its poll until its outcomes are committed.
 * Owner thread only.
 */
final class Held {

  private final long mostBytes;
  private final Map<TrackedPartition, Long> byPartition = new HashMap<>();
  private long bytes;
  private boolean full;

  /**
   * @param mostBytes above it nothing more is taken in until a quarter is free again
   */
  Held(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** A record came. */
  void take(PolledRecord polled) {
    add(polled.partition(), polled.bytes());
  }

  /** Its outputs are complete, and are held beside it. */
  void finished(PolledRecord polled) {
    add(polled.partition(), polled.outputBytes());
  }

  /** Its outputs are committed. */
  void release(PolledRecord polled) {
    add(polled.partition(), -polled.bytes() - polled.outputBytes());
  }

  private void add(TrackedPartition partition, long more) {
    bytes += more;
    byPartition.merge(partition, more, Long::sum);
  }

  /** All that was held of the partition is dropped. */
  void forget(TrackedPartition partition) {
    Long gone = byPartition.remove(partition);
    bytes -= gone == null ? 0 : gone;
  }

  /** Whether nothing more should be taken in. */
  boolean isFull() {
    full = full ? bytes > mostBytes - mostBytes / 4 : bytes > mostBytes;
    return full;
  }

  long bytes() {
    return bytes;
  }
}
