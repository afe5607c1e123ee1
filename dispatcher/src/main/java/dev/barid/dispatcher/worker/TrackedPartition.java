package dev.barid.dispatcher.worker;

import dev.barid.dispatcher.offsets.OffsetTracker;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * One topic's partition under one assignment: what was polled from it, and the finished records
 * whose outcomes are not yet known to be committed. When the assignment ends the object is
 * disowned, and whatever still comes back for it is dropped.
 */
final class TrackedPartition {

  /** How the partition stands with this worker. */
  enum Hold {
    /** Its records are taken in and attempted. */
    OWNED,
    /** It is being revoked: what is in flight may end, nothing starts. */
    DRAINING,
    /** Another worker's, perhaps. */
    GONE
  }

  private final TopicPartition topicPartition;
  private final OffsetTracker tracker;
  private final Map<Long, PolledRecord> finished = new HashMap<>();
  private final Set<PolledRecord> partlyEnded = new LinkedHashSet<>();
  private Hold hold = Hold.OWNED;
  private int inFlight;

  TrackedPartition(TopicPartition topicPartition, OffsetTracker tracker) {
    this.topicPartition = topicPartition;
    this.tracker = tracker;
  }

  TopicPartition topicPartition() {
    return topicPartition;
  }

  OffsetTracker tracker() {
    return tracker;
  }

  Hold hold() {
    return hold;
  }

  void hold(Hold next) {
    hold = next;
  }

  int inFlight() {
    return inFlight;
  }

  void attemptStarted() {
    inFlight++;
  }

  void attemptEnded() {
    inFlight--;
  }

  /** A record's outcomes are complete; false if it was dropped meanwhile. */
  boolean finish(PolledRecord polled) {
    long offset = polled.source().offset();
    if (!tracker.complete(offset, polled.epoch())) {
      return false;
    }
    finished.put(offset, polled);
    return true;
  }

  /** Records of which some deliveries had their outcome, and some not yet. */
  Set<PolledRecord> partlyEnded() {
    return partlyEnded;
  }

  Map<Long, PolledRecord> finished() {
    return finished;
  }
}
