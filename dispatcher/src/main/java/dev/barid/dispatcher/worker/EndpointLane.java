package dev.barid.dispatcher.worker;

import dev.barid.core.budget.RetryBudget;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.dispatcher.lane.Lane;

/** An endpoint's lane in one partition. */
final class EndpointLane {

  private final EndpointKey key;
  private final Lane<QueuedDelivery> lane;
  private final RetryBudget.Share share;

  /** Whether it stands in line, or waits for its rate: in one of the two at most. */
  private boolean listed;

  EndpointLane(EndpointKey key, Lane<QueuedDelivery> lane, RetryBudget.Share share) {
    this.key = key;
    this.lane = lane;
    this.share = share;
  }

  EndpointKey key() {
    return key;
  }

  Lane<QueuedDelivery> lane() {
    return lane;
  }

  /** What the endpoint has sent of the worker's retry budget. */
  RetryBudget.Share share() {
    return share;
  }

  /** Whether the lane can be forgotten: a new one would behave the same. */
  boolean isRested(long nowNanos) {
    return !listed && lane.isRested(nowNanos) && share.isRested(nowNanos);
  }

  boolean listed() {
    return listed;
  }

  void listed(boolean now) {
    listed = now;
  }
}
