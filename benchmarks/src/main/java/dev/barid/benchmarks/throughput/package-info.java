/** Deliveries per second, and what one costs. */
@NullMarked
package dev.barid.benchmarks.throughput;

import org.jspecify.annotations.NullMarked;
