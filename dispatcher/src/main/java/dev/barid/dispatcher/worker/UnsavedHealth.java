package dev.barid.dispatcher.worker;

import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.health.EndpointHealth;
import dev.barid.core.health.HealthJson;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Changes of health that are not known to be committed yet. Of each endpoint the newest one is
 * written, never an older one after it; they go into the transaction with the outcomes that they
 * come from, or one before. Owner thread only.
 */
final class UnsavedHealth {

  /**
   * What is to be written of one endpoint.
   *
   * @param partition its subscriber's
   * @param key the endpoint
   * @param health the newest one, empty if the endpoint was deleted
   */
  record Entry(int partition, EndpointKey key, Optional<EndpointHealth> health) {}

  /** A notice's record; of these every one is written, not just the newest. */
  record Told(int partition, TopicRecord notice) {}

  /** What one transaction writes. */
  record Snapshot(List<Entry> entries, List<Told> told) {

    private static final Snapshot NOTHING = new Snapshot(List.of(), List.of());

    boolean isEmpty() {
      return entries.isEmpty() && told.isEmpty();
    }
  }

  /** What waits for one partition: most have nothing, and each is asked for at every commit. */
  private static final class Waiting {
    private final Map<EndpointKey, Entry> entries = new LinkedHashMap<>();
    private final List<Told> told = new ArrayList<>();

    boolean isEmpty() {
      return entries.isEmpty() && told.isEmpty();
    }
  }

  private final Topics topics;
  private final Time time;
  private final Map<Integer, Waiting> byPartition = new HashMap<>();

  UnsavedHealth(Topics topics, Time time) {
    this.topics = topics;
    this.time = time;
  }

  void changed(int partition, EndpointKey key, EndpointHealth health) {
    put(new Entry(partition, key, Optional.of(health)));
  }

  /** Somebody is told of it. */
  void told(int partition, TopicRecord notice) {
    waiting(partition).told.add(new Told(partition, notice));
  }

  void deleted(int partition, EndpointKey key) {
    put(new Entry(partition, key, Optional.empty()));
  }

  /** What is to be written for a partition now. */
  Snapshot of(int partition) {
    Waiting waiting = byPartition.get(partition);
    return waiting == null
        ? Snapshot.NOTHING
        : new Snapshot(List.copyOf(waiting.entries.values()), List.copyOf(waiting.told));
  }

  /** It was written; what changed since stays. */
  void saved(Snapshot written) {
    written.entries().forEach(this::saved);
    written.told().forEach(this::saved);
  }

  private void saved(Entry entry) {
    Waiting waiting = byPartition.get(entry.partition());
    if (waiting != null) {
      waiting.entries.remove(entry.key(), entry);
      forgetIfEmpty(entry.partition(), waiting);
    }
  }

  private void saved(Told notice) {
    Waiting waiting = byPartition.get(notice.partition());
    if (waiting != null) {
      waiting.told.remove(notice);
      forgetIfEmpty(notice.partition(), waiting);
    }
  }

  void forget(int partition) {
    byPartition.remove(partition);
  }

  private void put(Entry entry) {
    waiting(entry.partition()).entries.put(entry.key(), entry);
  }

  private Waiting waiting(int partition) {
    return byPartition.computeIfAbsent(partition, number -> new Waiting());
  }

  private void forgetIfEmpty(int partition, Waiting waiting) {
    if (waiting.isEmpty()) {
      byPartition.remove(partition);
    }
  }

  /** The records that write it. */
  List<TopicRecord> records(Snapshot snapshot) {
    List<TopicRecord> records = new ArrayList<>();
    for (Entry entry : snapshot.entries()) {
      records.add(
          new TopicRecord(
              topics.endpointHealth(),
              OptionalInt.of(entry.partition()),
              time.now().toEpochMilli(),
              entry.key().toString().getBytes(StandardCharsets.UTF_8),
              entry.health().map(HealthJson::write).orElse(null),
              new RecordHeaders()));
    }
    snapshot.told().forEach(notice -> records.add(notice.notice()));
    return records;
  }
}
