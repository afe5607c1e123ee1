/** How figures are shown. */
@NullMarked
package dev.barid.benchmarks.report;

import org.jspecify.annotations.NullMarked;
