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

  void take(PolledRecord polled) {
    bytes += polled.bytes();
    byPartition.merge(polled.partition(), polled.bytes(), Long::sum);
  }

  void release(PolledRecord polled) {
    bytes -= polled.bytes();
    byPartition.merge(polled.partition(), -polled.bytes(), Long::sum);
  }

  /** The partition has gone, and with it all that was held of it. */
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
