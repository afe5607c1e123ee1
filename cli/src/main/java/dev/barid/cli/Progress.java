package dev.barid.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A progress bar in one line of stderr; where stderr is no terminal it does nothing. */
public final class Progress implements AutoCloseable {

  private static final int BAR = 30;
  private static final long REPAINT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final PrintWriter err;
  private final boolean shown;
  private final LongSupplier nanoTime;
  private final String what;
  private final long total;
  private final long startNanos;
  private long paintedNanos;

  /**
   * A bar that stands at 0.
   *
   * @param what what goes on, one word
   * @param total how many there are; 0 or less if nobody knows
   */
  public Progress(PrintWriter err, Terminal terminal, String what, long total) {
    this(err, terminal.interactiveErr(), System::nanoTime, what, total);
  }

  Progress(PrintWriter err, boolean shown, LongSupplier nanoTime, String what, long total) {
    this.err = err;
    this.shown = shown;
    this.nanoTime = nanoTime;
    this.what = what;
    this.total = total;
    this.startNanos = nanoTime.getAsLong();
    this.paintedNanos = startNanos - REPAINT_NANOS;
  }

  /** Shows how many are done, at most ten times a second. */
  public void at(long done) {
    at(done, "");
  }

  /** The same, with a few words behind the bar. */
  public void at(long done, String note) {
    long now = nanoTime.getAsLong();
    if (!shown || now - paintedNanos < REPAINT_NANOS) {
      return;
    }
    paintedNanos = now;
    err.print("\r\033[K" + line(done, now - startNanos) + "  " + note);
    err.flush();
  }

  private String line(long done, long elapsedNanos) {
    double seconds = elapsedNanos / 1e9;
    String rate = seconds < 1 ? "" : String.format(Locale.ROOT, "  %.0f/s", done / seconds);
    if (total <= 0) {
      return what + " " + done + rate;
    }
    int filled = (int) (BAR * Math.min(done, total) / total);
    String bar = "#".repeat(filled) + "-".repeat(BAR - filled);
    return what + " [" + bar + "] " + done + "/" + total + rate;
  }

  /** Wipes the bar away, for something else to be printed; {@link #at} brings it back. */
  public void wipe() {
    if (shown) {
      err.print("\r\033[K");
      err.flush();
    }
  }

  /** Wipes the bar away for good. */
  @Override
  public void close() {
    wipe();
  }
}
