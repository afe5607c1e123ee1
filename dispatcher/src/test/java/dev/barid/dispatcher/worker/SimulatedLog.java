package dev.barid.dispatcher.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.barid.core.delivery.SourceRecord;
import dev.barid.dispatcher.offsets.CompletedRuns;
import dev.barid.dispatcher.offsets.OffsetMetadata;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A partition with gaps, and what the group has committed for it. */
final class SimulatedLog {

  private final TopicPartition partition;
  private final NavigableMap<Long, SourceRecord> records = new TreeMap<>();
  private long end;
  private @Nullable OffsetAndMetadata committed;

  SimulatedLog(TopicPartition partition) {
    this.partition = partition;
  }

  /**
   * Appends a record.
   *
   * @param gap offsets before it that hold none
   */
  void append(int gap, LongFunction<SourceRecord> withOffset) {
    end += gap;
    records.put(end, withOffset.apply(end));
    end++;
  }

  boolean isEmpty() {
    return end == 0;
  }

  /** Offsets at the end that hold no record, as a transaction's marker. */
  void appendGap(int gap) {
    end += gap;
  }

  /** At most so many records from an offset on. */
  List<SourceRecord> read(long from, int most) {
    return records.tailMap(from).values().stream().limit(most).toList();
  }

  /** The offset of the next record from an offset on, or the end. */
  long nextFrom(long from) {
    Long next = records.ceilingKey(from);
    return next == null ? Math.max(from, end) : next;
  }

  Optional<OffsetAndMetadata> committed() {
    return Optional.ofNullable(committed);
  }

  boolean hasNoLag() {
    return committed != null
        && committed.offset() == end
        && committed.metadata().isEmpty()
        && records.isEmpty();
  }

  /** Commits, and checks that exactly what is finished is passed or remembered. */
  void commit(OffsetAndMetadata commit, Function<SourceRecord, Optional<Boolean>> isFinished) {
    long before = committed == null ? 0 : committed.offset();
    assertThat(commit.offset()).as("the commit of %s", partition).isBetween(before, end);
    committed = commit;
    check(isFinished);
    // Nobody reads them any more.
    records.headMap(commit.offset()).clear();
  }

  void check(Function<SourceRecord, Optional<Boolean>> isFinished) {
    long passed = committed == null ? 0 : committed.offset();
    CompletedRuns runs =
        committed == null
            ? CompletedRuns.none()
            : OffsetMetadata.decode(passed, committed.metadata());
    for (SourceRecord record : records.values()) {
      Optional<Boolean> finished = isFinished.apply(record);
      if (finished.isPresent()) {
        boolean remembered = record.offset() < passed || runs.contains(record.offset());
        if (remembered != finished.get()) {
          fail(
              "%s is finished: %s, but passed: %s by %s",
              record.position(), finished.get(), remembered, committed);
        }
      }
    }
  }

  /** The topic was deleted and made again: begins at 0, nothing is committed. */
  Collection<SourceRecord> begin() {
    List<SourceRecord> gone = List.copyOf(records.values());
    records.clear();
    end = 0;
    committed = null;
    return gone;
  }

  @Override
  public String toString() {
    return partition + " end " + end + " committed " + committed + " records " + records.keySet();
  }
}
