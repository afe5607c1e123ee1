package dev.barid.benchmarks.scheduler;

import java.time.Duration;

/**
 * How large the scenes are.
 *
 * @param pending deliveries that the scheduler holds, nearly all due much later
 * @param burst deliveries due within one second
 * @param rate deliveries due a second
 * @param warmUp how long deliveries are due before those that count
 * @param window how long those that count are due
 * @param parked deliveries of one endpoint
 * @param releaseRate that endpoint's pace, deliveries a second
 */
record Scale(
    int pending,
    int burst,
    int rate,
    Duration warmUp,
    Duration window,
    int parked,
    int releaseRate) {

  /** Deliveries that are due in so long at so many a second. */
  static int count(Duration time, int perSecond) {
    return (int) (time.toMillis() * perSecond / 1_000);
  }
}
