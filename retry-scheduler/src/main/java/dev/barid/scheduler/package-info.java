/** Holds each delivery until it is due or released, then sends it back to {@code redeliveries}. */
@NullMarked
package dev.barid.scheduler;

import org.jspecify.annotations.NullMarked;
