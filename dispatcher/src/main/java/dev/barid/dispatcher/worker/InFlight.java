package dev.barid.dispatcher.worker;

import dev.barid.core.subscriber.Endpoint;

/**
 * An attempt that was started and has not ended.
 *
 * @param queued what is attempted
 * @param lane the lane that it holds a place in
 * @param endpoint the endpoint as it was when the attempt started
 * @param startedNanos when it was started, monotonic
 */
public record InFlight(
    QueuedDelivery queued, EndpointLane lane, Endpoint endpoint, long startedNanos) {}
