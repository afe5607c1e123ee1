/** How many of a worker's attempts may be retries. */
@NullMarked
package dev.barid.core.budget;

import org.jspecify.annotations.NullMarked;
