/** What the dispatcher counts and times. */
@NullMarked
package dev.barid.dispatcher.metrics;

import org.jspecify.annotations.NullMarked;
