/** Pure: what is written when an attempt ended. */
@NullMarked
package dev.barid.dispatcher.outcome;

import org.jspecify.annotations.NullMarked;
