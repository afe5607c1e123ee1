package dev.barid.standalone.demo;

/**
 * What bars are drawn with.
 *
 * @param delivered one cell of what has arrived
 * @param waiting one cell of what is on its way
 * @param dead one cell of what lies in the DLQ
 * @param colour whether the cells are coloured
 */
record Glyphs(String delivered, String waiting, String dead, boolean colour) {

  private static final String GREEN = "\033[32m";
  private static final String YELLOW = "\033[33m";
  private static final String RED = "\033[31m";
  private static final String OFF = "\033[0m";

  /** Blocks where the output can show them, else plain characters. */
  static Glyphs of(boolean blocks, boolean colour) {
    return blocks ? new Glyphs("█", "▒", "░", colour) : new Glyphs("#", "~", "x", colour);
  }

  /** A bar of the given width, its parts in proportion; empty while nothing was sent. */
  String bar(Row row, int width) {
    if (row.sent() == 0 || width < 1) {
      return "";
    }
    int dead = cells(row.deadLettered(), row.sent(), width);
    int waiting = Math.min(cells(row.waiting(), row.sent(), width), width - dead);
    return paint(GREEN, delivered.repeat(width - dead - waiting))
        + paint(YELLOW, this.waiting.repeat(waiting))
        + paint(RED, this.dead.repeat(dead));
  }

  String legend() {
    return paint(GREEN, delivered)
        + " delivered  "
        + paint(YELLOW, waiting)
        + " on its way  "
        + paint(RED, dead)
        + " dead-lettered";
  }

  /** Rounded, but at least one cell for what isn't zero. */
  private static int cells(int part, int whole, int width) {
    if (part <= 0) {
      return 0;
    }
    return Math.min(width, Math.max(1, Math.round((float) part * width / whole)));
  }

  private String paint(String code, String text) {
    return colour && !text.isEmpty() ? code + text + OFF : text;
  }
}
