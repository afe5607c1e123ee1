/**
 * Measures Barid beside what its users would otherwise run. Each benchmark runs the programs that
 * it compares in turns, in one run, and prints ratios.
 */
@NullMarked
package dev.barid.benchmarks;

import org.jspecify.annotations.NullMarked;
