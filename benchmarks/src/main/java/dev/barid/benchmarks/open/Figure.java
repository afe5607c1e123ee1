package dev.barid.benchmarks.open;

import java.util.Locale;

/** Figures as tables show them. */
final class Figure {

  private static final double MICROS_PER_MILLI = 1_000;

  private Figure() {}

  static double millis(long micros) {
    return rounded(micros / MICROS_PER_MILLI, 1);
  }

  static double rounded(double value, int digits) {
    return Double.parseDouble(String.format(Locale.ROOT, "%." + digits + "f", value));
  }
}
