package dev.barid.dispatcher.worker;

import dev.barid.core.subscriber.EndpointKey;
import dev.barid.dispatcher.lane.Lane;

/** An endpoint's lane in one partition. */
final class EndpointLane {

  private final EndpointKey key;
  private final Lane<QueuedDelivery> lane;

  /** Whether it stands in line, or waits for its rate: in one of the two at most. */
  private boolean listed;

  EndpointLane(EndpointKey key, Lane<QueuedDelivery> lane) {
    this.key = key;
    this.lane = lane;
  }

  EndpointKey key() {
    return key;
  }

  Lane<QueuedDelivery> lane() {
    return lane;
  }

  boolean listed() {
    return listed;
  }

  void listed(boolean now) {
    listed = now;
  }
}
