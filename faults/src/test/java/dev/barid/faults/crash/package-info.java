/** What a dispatcher that is killed repeats. */
@NullMarked
package dev.barid.faults.crash;

import org.jspecify.annotations.NullMarked;
