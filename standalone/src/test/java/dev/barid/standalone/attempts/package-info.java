/** The log of attempts says why an event did or did not arrive. */
@NullMarked
package dev.barid.standalone.attempts;

import org.jspecify.annotations.NullMarked;
