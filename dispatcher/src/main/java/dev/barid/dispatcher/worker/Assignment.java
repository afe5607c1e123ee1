package dev.barid.dispatcher.worker;

import dev.barid.dispatcher.offsets.OffsetTracker;
import dev.barid.dispatcher.worker.TrackedPartition.Hold;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** The partitions that are this worker's now. Owner thread only. */
final class Assignment {

  private final EventSource source;
  private final Map<TopicPartition, TrackedPartition> tracked = new HashMap<>();
  private int epoch;

  Assignment(EventSource source) {
    this.source = source;
  }

  Collection<TrackedPartition> all() {
    return tracked.values();
  }

  Optional<TrackedPartition> find(TopicPartition partition) {
    return Optional.ofNullable(tracked.get(partition));
  }

  List<TrackedPartition> find(Collection<TopicPartition> partitions) {
    return partitions.stream().map(tracked::get).filter(found -> found != null).toList();
  }

  /**
   * New partitions, each going on where the group's last commit says.
   *
   * @throws org.apache.kafka.common.errors.TimeoutException if that isn't known in time; then none
   *     of them is here, and the same may be called again
   */
  void add(Collection<TopicPartition> partitions) {
    epoch++;
    Map<TopicPartition, OffsetAndMetadata> committed = source.committed(partitions);
    Map<TopicPartition, TrackedPartition> added = new HashMap<>();
    for (TopicPartition partition : partitions) {
      OffsetAndMetadata commit = committed.get(partition);
      OffsetTracker tracker =
          commit == null
              ? OffsetTracker.startAt(epoch, source.position(partition))
              : OffsetTracker.resume(epoch, commit.offset(), commit.metadata());
      added.put(partition, new TrackedPartition(partition, tracker));
    }
    tracked.putAll(added);
  }

  /** Disowns partitions: whatever comes back for them is dropped from now on. */
  List<TrackedPartition> remove(Collection<TopicPartition> partitions) {
    List<TrackedPartition> removed = new ArrayList<>();
    for (TopicPartition partition : partitions) {
      TrackedPartition gone = tracked.remove(partition);
      if (gone != null) {
        gone.hold(Hold.GONE);
        removed.add(gone);
      }
    }
    return removed;
  }

  /**
   * Tells the trackers how far the consumer has come, past trailing gaps too. Only right when every
   * polled record was taken in.
   */
  void advance() {
    for (TrackedPartition partition : tracked.values()) {
      OptionalLong position = source.knownPosition(partition.topicPartition());
      if (position.isPresent() && position.getAsLong() > partition.tracker().position()) {
        partition.tracker().advancedTo(position.getAsLong());
      }
    }
  }

  /** Whether no topic's partition of this number is assigned. */
  boolean isWithout(int number) {
    return tracked.keySet().stream().noneMatch(partition -> partition.partition() == number);
  }
}
