package dev.barid.standalone.demo;

import dev.barid.cli.KafkaClients;
import dev.barid.cli.TopicScan;
import dev.barid.core.attempt.AttemptEntry;
import dev.barid.core.delivery.HeaderNames;
import dev.barid.core.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/** Follows what Barid writes about itself: the attempts, the DLQ, and what was redriven from it. */
final class Observer implements AutoCloseable {

  /** How often an endpoint was tried. */
  record Tries(int attempts, int retries) {
    static final Tries NONE = new Tries(0, 0);

    Tries plus(boolean retry) {
      return new Tries(attempts + 1, retries + (retry ? 1 : 0));
    }
  }

  private final Topics topics;
  private final TopicScan scan;
  private final Map<String, Tries> tries = new HashMap<>();
  private final Map<String, DeadLetter> letters = new HashMap<>();
  private final Set<String> closed = new HashSet<>();

  private Observer(KafkaClients clients) {
    this.topics = clients.settings().topics();
    List<TopicPartition> partitions =
        Stream.of(topics.attempts(), topics.dlq(), topics.dlqState())
            .flatMap(topic -> clients.partitions(topic).stream())
            .toList();
    this.scan = new TopicScan(clients.consumer(), partitions, Optional.empty());
  }

  /** Reads all there is now, and no more. */
  static Observer once(KafkaClients clients) {
    try (Observer observer = new Observer(clients)) {
      observer.scan.forEach(observer::onRecord);
      return observer;
    }
  }

  /** Follows what is written, with each {@link #refresh}. */
  static Observer following(KafkaClients clients) {
    Observer observer = new Observer(clients);
    observer.scan.follow();
    return observer;
  }

  /** Reads what is new; waits a moment for it. */
  void refresh() {
    scan.poll().forEach(this::onRecord);
  }

  Tries tries(Part part) {
    return tries.getOrDefault(part.name(), Tries.NONE);
  }

  /** The entries of the DLQ that were neither redriven nor purged. */
  List<DeadLetter> open() {
    return letters.entrySet().stream()
        .filter(entry -> !closed.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  private void onRecord(ConsumerRecord<byte[], byte[]> record) {
    if (record.topic().equals(topics.attempts())) {
      onAttempt(record);
    } else if (record.topic().equals(topics.dlq())) {
      onDeadLetter(record);
    } else {
      onState(record);
    }
  }

  private void onAttempt(ConsumerRecord<byte[], byte[]> record) {
    AttemptEntry.fromJson(record.value())
        .ifPresent(
            entry ->
                tries.merge(
                    entry.subscriber() + "/" + entry.endpoint(),
                    Tries.NONE.plus(entry.kind().equals("retry")),
                    (sum, one) -> sum.plus(one.retries() > 0)));
  }

  private void onDeadLetter(ConsumerRecord<byte[], byte[]> record) {
    letters.put(
        header(record, HeaderNames.DEAD_LETTER_ID),
        new DeadLetter(
            record.key() == null ? "" : text(record.key()),
            header(record, HeaderNames.ENDPOINT),
            header(record, HeaderNames.EVENT_ID),
            header(record, HeaderNames.DLQ_REASON)));
  }

  private void onState(ConsumerRecord<byte[], byte[]> record) {
    if (record.key() != null && record.value() != null) {
      closed.add(text(record.key()));
    }
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? "" : text(header.value());
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    scan.close();
  }
}
