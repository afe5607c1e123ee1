/** Counting, and what the counts say. */
@NullMarked
package dev.barid.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
