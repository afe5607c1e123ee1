/** Lag is what a group still has to do, and nothing else. */
@NullMarked
package dev.barid.standalone.lag;

import org.jspecify.annotations.NullMarked;
