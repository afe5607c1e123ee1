/** What Barid takes up: memory, and time to start. */
@NullMarked
package dev.barid.benchmarks.footprint;

import org.jspecify.annotations.NullMarked;
