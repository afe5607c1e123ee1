/** The programs that are measured, each a process of its own. */
@NullMarked
package dev.barid.benchmarks.program;

import org.jspecify.annotations.NullMarked;
