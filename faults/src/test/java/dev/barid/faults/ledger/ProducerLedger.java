package dev.barid.faults.ledger;

import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the producer sent and what Kafka acknowledged, on disk: an event is in it before it is sent.
 *
 * <pre>
 *   sent          time  event id  subscriber  type
 *   acknowledged  time  event id
 *   failed        time  event id  error
 *   stopped       time
 * </pre>
 */
public final class ProducerLedger implements AutoCloseable {
  private static final Map<String, Integer> COLUMNS =
      Map.of("sent", 5, "acknowledged", 3, "failed", 4, "stopped", 2);

  /**
   * An event.
   *
   * @param sentAt when it was handed to the producer
   * @param acknowledgedAt when Kafka had it; empty if that is unknown: it may be there or not
   */
  public record Entry(
      String eventId,
      String subscriber,
      String type,
      Instant sentAt,
      Optional<Instant> acknowledgedAt) {}

  private final LedgerFile file;

  private ProducerLedger(LedgerFile file) {
    this.file = file;
  }

  static ProducerLedger open(Path path) {
    return new ProducerLedger(LedgerFile.open(path));
  }

  void sent(String eventId, String subscriber, String type) {
    file.append("sent", Instant.now(), eventId, subscriber, type);
  }

  void acknowledged(String eventId) {
    file.append("acknowledged", Instant.now(), eventId);
  }

  void failed(String eventId, Exception why) {
    file.append("failed", Instant.now(), eventId, why.getClass().getSimpleName());
  }

  void stopped() {
    file.append("stopped", Instant.now());
  }

  /** The events so far, in the order they were sent. */
  public static List<Entry> read(Path path) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    for (List<String> line : LedgerFile.read(path, COLUMNS)) {
      Instant time = Instant.parse(line.get(1));
      if (line.get(0).equals("sent")) {
        entries.put(
            line.get(2), new Entry(line.get(2), line.get(3), line.get(4), time, Optional.empty()));
      } else if (line.get(0).equals("acknowledged")) {
        entries.computeIfPresent(
            line.get(2),
            (id, sent) ->
                new Entry(id, sent.subscriber(), sent.type(), sent.sentAt(), Optional.of(time)));
      }
    }
    return List.copyOf(entries.values());
  }

  /** Whether the producer has ended in order: nothing more will be sent or acknowledged. */
  public static boolean hasStopped(Path path) {
    List<List<String>> lines = LedgerFile.read(path, COLUMNS);
    return !lines.isEmpty() && lines.get(lines.size() - 1).get(0).equals("stopped");
  }

  @Override
  public void close() {
    file.close();
  }
}
