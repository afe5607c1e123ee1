package dev.barid.benchmarks.scheduler;

import java.util.Locale;
import org.HdrHistogram.Histogram;

/** What holds at any speed, and the lateness that it is about. */
final class Checks {

  private static final double P50_MS = 150;
  private static final double P99_MS = 500;

  private Checks() {}

  /** Each of a kind came back once, none before it was due. */
  static void once(Ledger ledger, Mark.Kind kind, int expected, Findings findings) {
    Ledger those = ledger.of(kind);
    int distinct = those.distinct(kind);
    String name = kind.name().toLowerCase(Locale.ROOT);
    findings.exactly(expected, name + ": emitted", distinct, "records");
    findings.exactly(0, name + ": repeated", those.arrivals().size() - distinct, "records");
    findings.exactly(0, name + ": before due", those.early(), "records");
  }

  /** How late those that are due came. */
  static void lateness(Ledger due, Findings findings) {
    Histogram lateness = due.lateness();
    findings.atMost(P50_MS, "lateness p50", lateness.getValueAtPercentile(50), "ms");
    findings.atMost(P99_MS, "lateness p99", lateness.getValueAtPercentile(99), "ms");
    findings.add("lateness p99.9", lateness.getValueAtPercentile(99.9), "ms");
    findings.add("lateness at most", lateness.getMaxValue(), "ms");
  }
}
