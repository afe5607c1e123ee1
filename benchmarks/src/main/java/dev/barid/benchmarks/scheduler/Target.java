package dev.barid.benchmarks.scheduler;

import dev.barid.benchmarks.report.Figure;
import java.util.Locale;

/**
 * What a figure should be.
 *
 * @param kind on which side of the bound
 * @param bound in the figure's unit
 */
record Target(Kind kind, double bound) {

  /** On which side of the bound a figure should be. */
  enum Kind {
    AT_MOST("<="),
    AT_LEAST(">="),
    EXACTLY("=");

    private final String sign;

    Kind(String sign) {
      this.sign = sign;
    }
  }

  boolean isMetBy(double value) {
    return switch (kind) {
      case AT_MOST -> value <= bound;
      case AT_LEAST -> value >= bound;
      case EXACTLY -> Figure.rounded(value - bound, 3) == 0;
    };
  }

  @Override
  public String toString() {
    String number = bound % 1 == 0 ? Long.toString((long) bound) : Double.toString(bound);
    return String.format(Locale.ROOT, "%s %s", kind.sign, number);
  }
}
