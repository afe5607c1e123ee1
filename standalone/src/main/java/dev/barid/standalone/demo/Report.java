package dev.barid.standalone.demo;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** The end of the story: what became of every delivery, and whether that is all right. */
final class Report {

  private static final int SHOWN = 20;

  private final PrintWriter out;
  private final Demo demo;
  private final Ledger ledger;

  Report(PrintWriter out, Demo demo, Ledger ledger) {
    this.out = out;
    this.demo = demo;
    this.ledger = ledger;
  }

  /** Prints all but the last line. */
  void print() {
    out.println(
        format(
            "delivery to",
            "accepted",
            "delivered",
            "dead-lettered",
            "filtered",
            "lost",
            "requests",
            "repeats"));
    for (Ledger.Line line : ledger.lines()) {
      Inbox inbox = demo.inbox(line.part());
      out.println(
          format(
              line.part().name(),
              line.accepted(),
              line.delivered(),
              line.deadLettered(),
              line.filtered(),
              line.lost(),
              inbox.requests(),
              inbox.repeats()));
    }
    out.println();
    list("lost", ledger.lost());
    list("delivered although filtered", ledger.unwanted());
    if (demo.refused() > 0) {
      out.println(demo.refused() + " events were not accepted by Kafka");
    }
    out.println(
        badSignatures() == 0
            ? "every request carried a valid Standard Webhooks signature"
            : badSignatures() + " requests carried a wrong signature");
    out.flush();
  }

  /** Whether everything sent has come to an end, and every signature was right. */
  boolean isWell() {
    return ledger.balances() && badSignatures() == 0 && demo.refused() == 0;
  }

  private long badSignatures() {
    return Cast.PARTS.stream().mapToLong(part -> demo.inbox(part).badSignatures()).sum();
  }

  private void list(String what, List<String> deliveries) {
    deliveries.stream().limit(SHOWN).forEach(delivery -> out.println(what + ": " + delivery));
    if (deliveries.size() > SHOWN) {
      out.println(what + ": " + (deliveries.size() - SHOWN) + " more");
    }
  }

  private static String format(Object... cells) {
    return String.format(Locale.ROOT, "%-15s %8s %9s %13s %8s %4s %8s %7s", cells);
  }
}
