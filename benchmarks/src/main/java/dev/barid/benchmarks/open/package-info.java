/**
 * Open-loop load: events are sent at a steady rate whatever the program under test manages, and
 * latency counts from when an event was due to be sent, so that a stall shows in every event that
 * it delays.
 */
@NullMarked
package dev.barid.benchmarks.open;

import org.jspecify.annotations.NullMarked;
