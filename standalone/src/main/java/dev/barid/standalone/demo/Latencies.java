package dev.barid.standalone.demo;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long deliveries took, in buckets that grow by a tenth: quantiles are right to about 5 %,
 * however many there are. Thread-safe.
 */
final class Latencies {

  private static final double GROWTH = 1.1;
  private static final int BUCKETS = 160;
  private static final int SECOND_MS = 1_000;

  private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);

  void add(long ms) {
    int bucket = (int) (Math.log((double) Math.max(1, ms)) / Math.log(GROWTH));
    counts.incrementAndGet(Math.min(bucket, BUCKETS - 1));
  }

  /** The quantile in words such as {@code 12ms} or {@code 2.1s}; a dash while there is none. */
  String quantile(double share) {
    long total = 0;
    for (int i = 0; i < BUCKETS; i++) {
      total += counts.get(i);
    }
    if (total == 0) {
      return "-";
    }
    long rank = (long) Math.ceil((double) total * share);
    int bucket = 0;
    long seen = counts.get(0);
    while (seen < rank && bucket < BUCKETS - 1) {
      bucket++;
      seen += counts.get(bucket);
    }
    return words(Math.pow(GROWTH, bucket + 0.5));
  }

  private static String words(double ms) {
    if (ms < SECOND_MS) {
      return Math.round(ms) + "ms";
    }
    double seconds = ms / SECOND_MS;
    return seconds < 10 ? String.format(Locale.ROOT, "%.1fs", seconds) : Math.round(seconds) + "s";
  }
}
