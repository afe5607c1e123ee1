package dev.barid.standalone.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Puts together what is known at a moment. */
final class Scenes {

  private final Traffic traffic;
  private final Receivers receivers;
  private final Observer observer;
  private final long startNanos;

  Scenes(Traffic traffic, Receivers receivers, Observer observer, long startNanos) {
    this.traffic = traffic;
    this.receivers = receivers;
    this.observer = observer;
    this.startNanos = startNanos;
  }

  /** The moment now, after a short wait for news. */
  Frame next() {
    observer.refresh();
    List<DeadLetter> open = observer.open();
    List<Row> rows = new ArrayList<>();
    for (Part part : Cast.PARTS) {
      rows.add(row(part, open));
    }
    Map<String, Integer> byReason = new TreeMap<>();
    open.forEach(letter -> byReason.merge(letter.reason(), 1, Integer::sum));
    return new Frame(
        (System.nanoTime() - startNanos) / 1_000_000_000L,
        traffic.acknowledged(),
        traffic.events(),
        rows,
        byReason);
  }

  private Row row(Part part, List<DeadLetter> open) {
    Inbox inbox = receivers.inbox(part);
    Observer.Tries tries = observer.tries(part);
    int dead = (int) open.stream().filter(letter -> letter.concerns(part)).count();
    return new Row(
        part.name(),
        traffic.acknowledgedFor(part),
        inbox.accepted().size(),
        tries.attempts(),
        tries.retries(),
        dead,
        inbox.latencies().quantile(0.5),
        inbox.latencies().quantile(0.99));
  }
}
