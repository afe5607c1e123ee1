/** Nothing is lost, whatever dies: the suite that takes real processes away and counts. */
@NullMarked
package dev.barid.faults;

import org.jspecify.annotations.NullMarked;
