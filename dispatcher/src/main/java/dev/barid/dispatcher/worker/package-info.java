/** The worker: one owner thread's duty cycle over the partitions that are its own. */
@NullMarked
package dev.barid.dispatcher.worker;

import org.jspecify.annotations.NullMarked;
