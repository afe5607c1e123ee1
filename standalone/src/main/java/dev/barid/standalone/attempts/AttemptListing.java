package dev.barid.standalone.attempts;

import dev.barid.cli.Rows;
import dev.barid.cli.TopicScan;
import dev.barid.core.attempt.AttemptEntry;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Hands the attempts that a filter means from the topic to the rows. Records that are none, which
 * anyone can write, are passed over.
 */
final class AttemptListing {

  private final AttemptFilter filter;
  private final Rows<AttemptEntry> rows;
  private final byte @Nullable [] key;
  private boolean empty = true;

  AttemptListing(AttemptFilter filter, Rows<AttemptEntry> rows) {
    this.filter = filter;
    this.rows = rows;
    this.key = filter.subscriber().map(id -> id.getBytes(StandardCharsets.UTF_8)).orElse(null);
  }

  /** Lists all up to the topic's end as of the scan's beginning. */
  void listAll(TopicScan scan, Optional<Integer> newest) {
    if (newest.isEmpty()) {
      scan.forEach(record -> visit(record, this::show));
    } else {
      NewestAttempts kept = new NewestAttempts(newest.get());
      scan.forEach(record -> visit(record, kept::add));
      kept.oldestFirst().forEach(this::show);
    }
  }

  /** Goes on with those that come, until the thread is interrupted or the process ends. */
  void follow(TopicScan scan) {
    rows.flush();
    scan.follow();
    while (!scan.isDone()) {
      scan.poll().forEach(record -> visit(record, this::show));
      rows.flush();
    }
  }

  /** Whether nothing was shown so far. */
  boolean isEmpty() {
    return empty;
  }

  /** By key first: most of what is read is another subscriber's, and reading JSON takes longest. */
  private void visit(ConsumerRecord<byte[], byte[]> record, Consumer<AttemptEntry> visitor) {
    if (record.value() != null && (key == null || Arrays.equals(key, record.key()))) {
      AttemptEntry.fromJson(record.value()).filter(filter::matches).ifPresent(visitor);
    }
  }

  private void show(AttemptEntry entry) {
    empty = false;
    rows.add(entry);
  }
}
