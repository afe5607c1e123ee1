package dev.barid.dispatcher.worker;

import dev.barid.core.subscriber.EndpointKey;
import dev.barid.dispatcher.outcome.Outcomes;
import java.time.Instant;
import java.util.List;

/** Deliveries that leave the worker without an attempt, their attempt counts as they are. */
final class Withdrawals {

  private final Time time;
  private final Outcomes outcomes;
  private final Lanes lanes;
  private final Endings endings;

  Withdrawals(Time time, Outcomes outcomes, Lanes lanes, Endings endings) {
    this.time = time;
    this.outcomes = outcomes;
    this.lanes = lanes;
    this.endings = endings;
  }

  /** An endpoint begins to hold: what waits in its lane is parked, but for the probe. */
  void park(int partition, EndpointKey key, long version) {
    lanes.takeOut(
        partition,
        key,
        waiting -> waiting.probe().isEmpty(),
        waiting -> {
          Instant now = time.now();
          PolledRecord polled = waiting.polled();
          polled.closed(waiting);
          endings.ended(
              polled, outcomes.parked(polled.source(), waiting.delivery(), now, version), now);
        });
  }

  /**
   * Partitions leave. What has ended of a record must not be repeated for the sake of what has not:
   * the rest of its deliveries go on by themselves, through a delay topic.
   */
  void splitOff(List<TrackedPartition> leaving) {
    Instant now = time.now();
    for (TrackedPartition partition : leaving) {
      for (PolledRecord polled : List.copyOf(partition.partlyEnded())) {
        for (QueuedDelivery rest : polled.open()) {
          polled.closed(rest);
          endings.ended(polled, outcomes.deferred(polled.source(), rest.delivery(), now, now), now);
        }
      }
    }
  }
}
