package dev.barid.benchmarks.scheduler;

import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;

/**
 * All that came back, in the order in which it was read.
 *
 * @param arrivals repeated ones, too
 */
record Ledger(List<Arrival> arrivals) {

  private static final int DIGITS = 3;

  Ledger {
    arrivals = List.copyOf(arrivals);
  }

  Ledger of(Mark.Kind kind) {
    return only(arrival -> arrival.mark().kind() == kind);
  }

  Ledger only(Predicate<Arrival> wanted) {
    return new Ledger(arrivals.stream().filter(wanted).toList());
  }

  /** How many different ones of one kind there are. */
  int distinct(Mark.Kind kind) {
    BitSet seen = new BitSet();
    of(kind).arrivals.forEach(arrival -> seen.set(arrival.mark().number()));
    return seen.cardinality();
  }

  /** How many came before they were due. */
  long early() {
    return arrivals.stream().filter(arrival -> arrival.lateMs() < 0).count();
  }

  /** From due to read, in milliseconds. */
  Histogram lateness() {
    Histogram lateness = new Histogram(DIGITS);
    arrivals.forEach(arrival -> lateness.recordValue(Math.max(0, arrival.lateMs())));
    return lateness;
  }

  /** When the first one came that came then or later, epoch milliseconds. */
  OptionalLong firstFromMs(long fromMs) {
    return arrivals.stream().mapToLong(Arrival::atMs).filter(atMs -> atMs >= fromMs).min();
  }

  /** When the last one came, epoch milliseconds. */
  OptionalLong lastMs() {
    return arrivals.stream().mapToLong(Arrival::atMs).max();
  }

  /** The longest time without an arrival between the first one and the last, in milliseconds. */
  long longestGapMs() {
    long longest = 0;
    for (int i = 1; i < arrivals.size(); i++) {
      longest = Math.max(longest, arrivals.get(i).atMs() - arrivals.get(i - 1).atMs());
    }
    return longest;
  }
}
