package dev.barid.standalone.demo;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What became of every delivery, from three sources that know nothing of each other: what Kafka
 * acknowledged to the producer, what the receivers answered with success, and what is open in the
 * DLQ. A delivery is one event for one endpoint of its subscriber, and ends once: as dead-lettered
 * if it is in the DLQ now, else as delivered if its receiver has it, else as filtered if the
 * endpoint doesn't want its type, else it is lost.
 *
 * @param lines a line per endpoint
 * @param lost what there is no trace of, as {@code event for endpoint}
 * @param unwanted what a receiver got although its endpoint doesn't want it
 */
record Ledger(List<Line> lines, List<String> lost, List<String> unwanted) {

  Ledger {
    lines = List.copyOf(lines);
    lost = List.copyOf(lost);
    unwanted = List.copyOf(unwanted);
  }

  /** One endpoint's share. */
  record Line(Part part, int accepted, int delivered, int deadLettered, int filtered, int lost) {}

  static Ledger of(
      Collection<SentEvent> acknowledged,
      Map<Part, Set<String>> receivedIds,
      Collection<DeadLetter> open) {
    List<Line> lines = new ArrayList<>();
    List<String> lost = new ArrayList<>();
    List<String> unwanted = new ArrayList<>();
    receivedIds.forEach(
        (part, received) -> {
          Set<String> dead =
              open.stream()
                  .filter(letter -> letter.concerns(part))
                  .map(DeadLetter::eventId)
                  .collect(Collectors.toSet());
          int accepted = 0;
          int delivered = 0;
          int deadLettered = 0;
          int filtered = 0;
          int lostHere = 0;
          for (SentEvent event : acknowledged) {
            if (!event.subscriber().equals(part.subscriber())) {
              continue;
            }
            accepted++;
            if (dead.contains(event.id())) {
              deadLettered++;
            } else if (received.contains(event.id())) {
              delivered++;
              if (!part.wants(event.type())) {
                unwanted.add(event.id() + " for " + part.name());
              }
            } else if (!part.wants(event.type())) {
              filtered++;
            } else {
              lostHere++;
              lost.add(event.id() + " for " + part.name());
            }
          }
          lines.add(new Line(part, accepted, delivered, deadLettered, filtered, lostHere));
        });
    return new Ledger(lines, lost, unwanted);
  }

  boolean balances() {
    return lost.isEmpty() && unwanted.isEmpty();
  }

  int accepted() {
    return lines.stream().mapToInt(Line::accepted).sum();
  }

  /** The last line of the demonstration; scripts read it. */
  String summary() {
    return "ledger: accepted="
        + accepted()
        + " delivered="
        + lines.stream().mapToInt(Line::delivered).sum()
        + " dead-lettered="
        + lines.stream().mapToInt(Line::deadLettered).sum()
        + " filtered="
        + lines.stream().mapToInt(Line::filtered).sum()
        + " lost="
        + lost.size();
  }
}
