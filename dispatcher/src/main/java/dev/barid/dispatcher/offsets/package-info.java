/**
 * Which offsets of a partition are finished, what may be committed, and what must be remembered.
 */
@NullMarked
package dev.barid.dispatcher.offsets;

import org.jspecify.annotations.NullMarked;
