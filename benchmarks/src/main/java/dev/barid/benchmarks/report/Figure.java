package dev.barid.benchmarks.report;

import java.util.Locale;

/** Figures as tables show them. */
public final class Figure {

  private static final double MICROS_PER_MILLI = 1_000;

  private Figure() {}

  /** Milliseconds with one digit. */
  public static double millis(long micros) {
    return rounded(micros / MICROS_PER_MILLI, 1);
  }

  /** So many digits behind the point. */
  public static double rounded(double value, int digits) {
    return Double.parseDouble(String.format(Locale.ROOT, "%." + digits + "f", value));
  }
}
