/** What a producer hands over: an event, read from a record of the {@code events} topic. */
@NullMarked
package dev.barid.core.event;

import org.jspecify.annotations.NullMarked;
