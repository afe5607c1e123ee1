/** Kafka brokers and Barid's roles as processes that can be killed, frozen and cut off. */
@NullMarked
package dev.barid.faults.process;

import org.jspecify.annotations.NullMarked;
