package dev.barid.benchmarks.throughput;

import dev.barid.benchmarks.measure.Window;

/**
 * One program's way through the backlog.
 *
 * @param program its name
 * @param window its steady part
 * @param peakRssMib the most memory that it had resident
 * @param reuse the share of requests that went over a connection that was there already
 * @param putOff deliveries that went to a delay tier instead
 */
record Run(String program, Window window, long peakRssMib, double reuse, long putOff) {}
