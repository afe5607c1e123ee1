/**
 * The retry-scheduler alone: what it takes in, holds and emits, how late, and what that costs.
 *
 * <pre>
 *   PendingLoad ──► retry.&lt;tier&gt;, parked ──► scheduler ──► redeliveries ──► Redeliveries
 * </pre>
 */
@NullMarked
package dev.barid.benchmarks.scheduler;

import org.jspecify.annotations.NullMarked;
