package dev.barid.dispatcher.worker;

import dev.barid.core.delivery.Delivery;
import java.util.OptionalLong;

/**
 * A delivery that waits in its lane.
 *
 * @param polled the record that it was read from
 * @param delivery the delivery, its lifetime set
 * @param probe the health's version that it is the probe of, if it is one
 */
record QueuedDelivery(PolledRecord polled, Delivery delivery, OptionalLong probe) {}
