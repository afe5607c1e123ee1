package dev.barid.dlq;

import dev.barid.cli.TopicScan;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The newest mark of each dead letter that has one, as read from {@code dlq-state}. */
final class Marks {

  private final Map<String, Mark> byId = new HashMap<>();

  /** Reads the state topic's partitions to their end. */
  static Marks read(TopicScan states) {
    Marks marks = new Marks();
    states.forEach(marks::apply);
    return marks;
  }

  /** Takes one record of the state topic in. */
  void apply(ConsumerRecord<byte[], byte[]> record) {
    if (record.key() == null) {
      return;
    }
    String id = new String(record.key(), StandardCharsets.UTF_8);
    Optional<Mark> mark = Optional.ofNullable(record.value()).flatMap(Mark::fromJson);
    if (mark.isPresent()) {
      byId.put(id, mark.get());
    } else {
      byId.remove(id);
    }
  }

  /** Takes in what is being written. */
  void put(String id, Mark mark) {
    byId.put(id, mark);
  }

  /** The dead letter with its mark. */
  Entry entry(DeadLetter letter) {
    return new Entry(letter, Optional.ofNullable(byId.get(letter.id())));
  }

  /** The ids of the dead letters that are gone: those from before this offset. */
  List<String> before(long offset) {
    return byId.entrySet().stream()
        .filter(each -> each.getValue().offset() < offset)
        .map(Map.Entry::getKey)
        .toList();
  }
}
