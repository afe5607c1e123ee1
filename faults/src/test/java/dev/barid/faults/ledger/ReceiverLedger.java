package dev.barid.faults.ledger;

import dev.barid.testkit.ReceivedRequest;
import dev.barid.testkit.Receiver;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the receiver got and how it ended, on disk: a request is in it before it is answered.
 *
 * <pre>
 *   got  number  time  target  webhook-id  attempt
 *   end  number  time  status (0 for none)  whether the answer was written to its end
 * </pre>
 */
public final class ReceiverLedger implements Receiver.Watcher, AutoCloseable {
  private static final Map<String, Integer> COLUMNS = Map.of("got", 6, "end", 5);

  /**
   * A request.
   *
   * @param at when its head had arrived
   * @param target its path and query
   * @param eventId its {@code webhook-id}
   * @param attempt its {@code X-Delivery-Attempt}
   * @param status the answer's, empty for none
   * @param endedAt when the answer had been written, or the connection closed; empty if the
   *     receiver was killed before, or goes on
   * @param complete whether the answer was written to its end
   */
  public record Entry(
      Instant at,
      String target,
      String eventId,
      int attempt,
      OptionalInt status,
      Optional<Instant> endedAt,
      boolean complete) {}

  private final LedgerFile file;

  /** Tells apart the requests of receivers that wrote to the same file one after the other. */
  private final String incarnation = Long.toString(System.currentTimeMillis(), 36);

  private final AtomicLong count = new AtomicLong();

  private ReceiverLedger(LedgerFile file) {
    this.file = file;
  }

  static ReceiverLedger open(Path path) {
    return new ReceiverLedger(LedgerFile.open(path));
  }

  @Override
  public Receiver.Ending received(ReceivedRequest request) {
    String number = incarnation + "-" + count.incrementAndGet();
    file.append(
        "got",
        number,
        request.at(),
        request.target(),
        request.header("webhook-id").orElse(""),
        request.header("X-Delivery-Attempt").orElse("0"));
    return (status, complete) ->
        file.append("end", number, Instant.now(), status.orElse(0), complete);
  }

  /** The requests so far, in the order in which they were read to their end. */
  public static List<Entry> read(Path path) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    for (List<String> line : LedgerFile.read(path, COLUMNS)) {
      String number = line.get(1);
      Instant time = Instant.parse(line.get(2));
      if (line.get(0).equals("got")) {
        entries.put(
            number,
            new Entry(
                time,
                line.get(3),
                line.get(4),
                Integer.parseInt(line.get(5)),
                OptionalInt.empty(),
                Optional.empty(),
                false));
      } else {
        entries.computeIfPresent(number, (same, entry) -> ended(entry, time, line));
      }
    }
    return List.copyOf(entries.values());
  }

  private static Entry ended(Entry entry, Instant at, List<String> line) {
    int status = Integer.parseInt(line.get(3));
    return new Entry(
        entry.at(),
        entry.target(),
        entry.eventId(),
        entry.attempt(),
        status == 0 ? OptionalInt.empty() : OptionalInt.of(status),
        Optional.of(at),
        Boolean.parseBoolean(line.get(4)));
  }

  @Override
  public void close() {
    file.close();
  }
}
