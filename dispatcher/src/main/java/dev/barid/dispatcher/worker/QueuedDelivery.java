package dev.barid.dispatcher.worker;

import dev.barid.core.delivery.Delivery;

/**
 * A delivery that waits in its lane.
 *
 * @param polled the record that it was read from
 * @param delivery the delivery, its lifetime set
 */
record QueuedDelivery(PolledRecord polled, Delivery delivery) {}
