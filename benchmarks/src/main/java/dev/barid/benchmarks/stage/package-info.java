/** What the measured programs run between: brokers, topics, subscribers, events, a receiver. */
@NullMarked
package dev.barid.benchmarks.stage;

import org.jspecify.annotations.NullMarked;
