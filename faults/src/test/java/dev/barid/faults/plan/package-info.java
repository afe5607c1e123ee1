/** What goes wrong when: seeded plans of faults, and the records of what really happened. */
@NullMarked
package dev.barid.faults.plan;

import org.jspecify.annotations.NullMarked;
