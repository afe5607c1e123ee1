package dev.barid.benchmarks.open;

import java.util.HashMap;
import java.util.Map;

/**
 * What the receiver saw of the healthy endpoints' events of a window; latencies from when an event
 * was due to be sent until its request had arrived, in microseconds.
 *
 * @param events different ones
 * @param repeats requests for an event that had arrived before
 */
record Figures(long events, long repeats, long p50, long p99, long p999, long max) {

  /** As {@code events=… repeats=…}. */
  String line() {
    return "events=%d repeats=%d p50=%d p99=%d p999=%d max=%d"
        .formatted(events, repeats, p50, p99, p999, max);
  }

  static Figures parse(String line) {
    Map<String, Long> values = new HashMap<>();
    for (String field : line.strip().split(" ", -1)) {
      int equals = field.indexOf('=');
      values.put(field.substring(0, equals), Long.parseLong(field.substring(equals + 1)));
    }
    return new Figures(
        value(values, "events"),
        value(values, "repeats"),
        value(values, "p50"),
        value(values, "p99"),
        value(values, "p999"),
        value(values, "max"));
  }

  private static long value(Map<String, Long> values, String name) {
    Long value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no " + name + " among the receiver's figures " + values);
    }
    return value;
  }
}
