package dev.barid.dispatcher.worker;

import dev.barid.core.delivery.TopicRecord;
import dev.barid.core.health.EndpointHealth;
import dev.barid.core.health.HealthJson;
import dev.barid.core.subscriber.EndpointKey;
import dev.barid.core.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
    boolean isEmpty() {
      return entries.isEmpty() && told.isEmpty();
    }
  }

  private final Topics topics;
  private final Time time;
  private final Map<EndpointKey, Entry> entries = new LinkedHashMap<>();
  private final List<Told> told = new ArrayList<>();

  UnsavedHealth(Topics topics, Time time) {
    this.topics = topics;
    this.time = time;
  }

  void changed(int partition, EndpointKey key, EndpointHealth health) {
    entries.put(key, new Entry(partition, key, Optional.of(health)));
  }

  /** Somebody is told of it. */
  void told(int partition, TopicRecord notice) {
    told.add(new Told(partition, notice));
  }

  void deleted(int partition, EndpointKey key) {
    entries.put(key, new Entry(partition, key, Optional.empty()));
  }

  /** What is to be written for a partition now. */
  Snapshot of(int partition) {
    return new Snapshot(
        entries.values().stream().filter(entry -> entry.partition() == partition).toList(),
        told.stream().filter(notice -> notice.partition() == partition).toList());
  }

  /** It was written; what changed since stays. */
  void saved(Snapshot written) {
    written.entries().forEach(entry -> entries.remove(entry.key(), entry));
    told.removeAll(written.told());
  }

  void forget(int partition) {
    entries.values().removeIf(entry -> entry.partition() == partition);
    told.removeIf(notice -> notice.partition() == partition);
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
