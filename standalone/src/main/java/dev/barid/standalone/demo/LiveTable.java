package dev.barid.standalone.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The live table as lines of text, for a terminal of some width. */
final class LiveTable {

  private static final int WIDE = 110;
  private static final int BAR_MAX = 40;
  private static final String NARROW_FORM = "%-15s %5s %5s %5s %5s %5s %5s %6s %6s";
  private static final String WIDE_FORM = "%-16s %6s %10s %9s %8s %8s %14s %7s %7s";

  private final Glyphs glyphs;

  LiveTable(Glyphs glyphs) {
    this.glyphs = glyphs;
  }

  List<String> lines(Frame frame, int width) {
    boolean wide = width >= WIDE;
    String form = wide ? WIDE_FORM : NARROW_FORM;
    String heading =
        wide
            ? format(
                form,
                "endpoint",
                "sent",
                "delivered",
                "attempts",
                "retries",
                "waiting",
                "dead-lettered",
                "p50",
                "p99")
            : format(
                form, "endpoint", "sent", "deliv", "tries", "retry", "wait", "dead", "p50", "p99");
    int barWidth = Math.min(BAR_MAX, width - heading.length() - 2);
    List<String> lines = new ArrayList<>();
    lines.add(
        format(
            "%3d s   %d of %d events accepted, %d deliveries on their way",
            frame.seconds(), frame.acknowledged(), frame.events(), frame.waiting()));
    lines.add("");
    lines.add(heading);
    for (Row row : frame.rows()) {
      lines.add(
          format(
                  form,
                  row.name(),
                  row.sent(),
                  row.delivered(),
                  row.attempts(),
                  row.retries(),
                  row.waiting(),
                  row.deadLettered(),
                  row.p50(),
                  row.p99())
              + " "
              + glyphs.bar(row, barWidth));
    }
    lines.add("");
    lines.add(deadLetters(frame.deadLetters()));
    lines.add(glyphs.legend());
    return lines;
  }

  static String deadLetters(Map<String, Integer> byReason) {
    return "DLQ: "
        + (byReason.isEmpty()
            ? "empty"
            : byReason.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", ")));
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
