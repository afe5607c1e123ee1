package dev.barid.scheduler;

import java.time.Duration;

/**
 * How much one tick may release: the transaction that it is part of, and the other partitions of
 * its thread, wait for it.
 *
 * @param records the most records
 * @param time the longest time, looked at between chunks
 */
record DrainLimit(int records, Duration time) {

  /**
   * 50 000 records/s and partition at 20 ticks a second, and far below the transaction time-out.
   */
  static final DrainLimit DEFAULT = new DrainLimit(2_500, Duration.ofMillis(200));
}
