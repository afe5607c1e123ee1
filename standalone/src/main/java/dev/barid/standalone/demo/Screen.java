package dev.barid.standalone.demo;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.IntSupplier;

/**
 * Where the demonstration shows itself: on a terminal a table that is drawn over and over in place,
 * with what is said above it; in a pipe a plain line every five seconds.
 */
final class Screen implements AutoCloseable {

  private static final int PLAIN_SECONDS = 5;
  private static final String CLEAR_TO_END_OF_LINE = "\033[K";
  private static final String CLEAR_BELOW = "\033[J";
  private static final String HIDE_CURSOR = "\033[?25l";
  private static final String SHOW_CURSOR = "\033[?25h";

  private final PrintWriter out;
  private final boolean inPlace;
  private final IntSupplier width;
  private final LiveTable table;
  private int drawn;
  private long nextPlainSecond = PLAIN_SECONDS;

  /**
   * Makes a screen.
   *
   * @param inPlace whether the output is a terminal that can be drawn over
   * @param width characters in a line, asked for at each frame
   */
  Screen(PrintWriter out, boolean inPlace, IntSupplier width, LiveTable table) {
    this.out = out;
    this.inPlace = inPlace;
    this.width = width;
    this.table = table;
  }

  /** Says something that stays. */
  void say(String line) {
    erase();
    out.println(line);
    out.flush();
  }

  /** Shows the moment; on a terminal it replaces the one before. */
  void show(Frame frame) {
    if (inPlace) {
      draw(table.lines(frame, width.getAsInt()));
    } else if (frame.seconds() >= nextPlainSecond) {
      nextPlainSecond = frame.seconds() - frame.seconds() % PLAIN_SECONDS + PLAIN_SECONDS;
      say(plain(frame));
    }
  }

  /** Leaves the last frame standing, and goes on below it. */
  void keep(Frame frame) {
    if (!inPlace) {
      table.lines(frame, width.getAsInt()).forEach(out::println);
      say("");
      return;
    }
    draw(table.lines(frame, width.getAsInt()));
    drawn = 0;
    out.println();
    out.flush();
  }

  private static String plain(Frame frame) {
    return String.format(
        Locale.ROOT,
        "%3d s   accepted %d/%d events   delivered %d   retries %d   on their way %d   dead-lettered"
            + " %d",
        frame.seconds(),
        frame.acknowledged(),
        frame.events(),
        frame.delivered(),
        frame.retries(),
        frame.waiting(),
        frame.deadLettered());
  }

  private void draw(List<String> lines) {
    StringBuilder text = new StringBuilder(HIDE_CURSOR).append(toTop());
    for (String line : lines) {
      text.append(line).append(CLEAR_TO_END_OF_LINE).append('\n');
    }
    out.print(text.append(CLEAR_BELOW));
    out.flush();
    drawn = lines.size();
  }

  private void erase() {
    if (drawn > 0) {
      out.print(toTop() + CLEAR_BELOW);
      drawn = 0;
    }
  }

  private String toTop() {
    return drawn > 0 ? "\033[" + drawn + "A\r" : "";
  }

  @Override
  public void close() {
    if (inPlace) {
      out.print(SHOW_CURSOR);
      out.flush();
    }
  }
}
