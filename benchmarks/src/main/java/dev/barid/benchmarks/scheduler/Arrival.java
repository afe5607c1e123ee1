package dev.barid.benchmarks.scheduler;

/**
 * A delivery that came back.
 *
 * @param mark which
 * @param partition of {@code redeliveries}
 * @param atMs when it was read, epoch milliseconds
 */
record Arrival(Mark mark, int partition, long atMs) {

  long lateMs() {
    return atMs - mark.dueMs();
  }
}
