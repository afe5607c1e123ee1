package dev.barid.cli;

import dev.barid.core.text.Printable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/** The layout of a table: how wide its columns are, and its lines. Prints nothing itself. */
final class Table {

  /**
   * The head of a column.
   *
   * @param text what it says
   * @param kind how the column is aligned, and whether it may be cut
   */
  record Heading(String text, Column.Kind kind) {}

  private static final String GAP = "  ";
  private static final String CUT = "…";
  private static final int NARROWEST = 6;

  /** Sooner than cut texts to less than this, leave spare columns out. */
  private static final int COMFORTABLE = 12;

  private static final int LEFT_OUT = -1;
  private static final int LONGEST_CELL = 2_000;

  private final List<Heading> headings;
  private int[] widths = {};

  Table(List<Heading> headings) {
    this.headings = List.copyOf(headings);
  }

  /** The value on one line, with nothing in it that a terminal would obey. */
  static String clean(String value) {
    return Printable.line(value, LONGEST_CELL);
  }

  boolean isLaidOut() {
    return widths.length > 0;
  }

  /**
   * Fixes the columns' widths.
   *
   * @param sample rows to take the widths from
   * @param available the terminal's width in characters; empty for as much as is needed
   */
  void layOut(List<List<String>> sample, OptionalInt available) {
    int[] natural = headings.stream().mapToInt(heading -> length(heading.text())).toArray();
    for (List<String> cells : sample) {
      for (int i = 0; i < natural.length; i++) {
        natural[i] = Math.max(natural[i], length(cells.get(i)));
      }
    }
    widths = natural;
    if (available.isPresent()) {
      leaveOutSpares(natural, available.getAsInt());
      int cap = Arrays.stream(natural).max().orElse(0);
      while (cap > NARROWEST && total(cut(natural, cap)) > available.getAsInt()) {
        cap--;
      }
      widths = cut(natural, cap);
    }
  }

  private void leaveOutSpares(int[] natural, int available) {
    for (int i = natural.length - 1; i >= 0; i--) {
      boolean tooWide = total(cut(natural, COMFORTABLE)) > available;
      if (tooWide && headings.get(i).kind() == Column.Kind.SPARE) {
        natural[i] = LEFT_OUT;
      }
    }
  }

  private int[] cut(int[] natural, int cap) {
    int[] cut = natural.clone();
    for (int i = 0; i < cut.length; i++) {
      if (headings.get(i).kind() == Column.Kind.TEXT) {
        cut[i] = Math.min(cut[i], cap);
      }
    }
    return cut;
  }

  private static int total(int[] widths) {
    return Arrays.stream(widths)
            .filter(width -> width != LEFT_OUT)
            .map(width -> width + GAP.length())
            .sum()
        - GAP.length();
  }

  String header() {
    return line(headings.stream().map(Heading::text).toList());
  }

  String line(List<String> cells) {
    List<String> padded = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      if (widths[i] != LEFT_OUT) {
        padded.add(fit(cells.get(i), widths[i], headings.get(i).kind()));
      }
    }
    return String.join(GAP, padded).stripTrailing();
  }

  private static String fit(String cell, int width, Column.Kind kind) {
    int length = length(cell);
    if (length > width) {
      if (kind != Column.Kind.TEXT) {
        return cell;
      }
      return cell.substring(0, cell.offsetByCodePoints(0, width - 1)) + CUT;
    }
    String padding = " ".repeat(width - length);
    return kind == Column.Kind.NUMBER ? padding + cell : cell + padding;
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
