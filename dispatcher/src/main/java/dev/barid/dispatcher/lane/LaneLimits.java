package dev.barid.dispatcher.lane;

/**
 * What bounds a lane.
 *
 * @param queue deliveries that may wait of each kind, first attempts and redeliveries, however slow
 *     the endpoint is
 * @param concurrency attempts in flight at once
 * @param ratePerSecond starts a second
 * @param burst starts that may come at once after a quiet time
 */
public record LaneLimits(int queue, int concurrency, double ratePerSecond, int burst) {}
