package dev.barid.core.storm;

import java.util.Locale;
import java.util.Map;

/** Draws arrivals per second over time, a panel for each way of spreading, one time axis below. */
final class StormPicture {
  private static final int WIDTH = 920;
  private static final int LEFT = 78;
  private static final int RIGHT = 24;
  private static final int TOP = 92;
  private static final int PANEL = 150;
  private static final int GAP = 44;
  private static final int MINUTES = 30;
  private static final int BIN_SECONDS = 4;
  private static final int DECADES = 4;

  private static final String STYLE =
      """
      text { font-family: system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: #24292f; }
      .paper { fill: #ffffff; }
      .title { font-size: 19px; font-weight: 600; }
      .subtitle { font-size: 13px; fill: #57606a; }
      .name { font-size: 15px; font-weight: 600; }
      .figure { font-size: 13px; text-anchor: end; fill: #24292f; }
      .tick { font-size: 11px; text-anchor: end; fill: #57606a; }
      .minute { font-size: 12px; text-anchor: middle; fill: #57606a; }
      .down { fill: #fdf0ee; }
      .downName { font-size: 11px; fill: #b4402f; }
      .upName { font-size: 11px; fill: #1a7050; }
      .grid { stroke: #d8dee4; stroke-width: 1; }
      .axis { stroke: #8c959f; stroke-width: 1; }
      .back { stroke: #1a7050; stroke-width: 1.5; stroke-dasharray: 4 3; }
      .failed { fill: #d9604c; }
      .arrived { fill: #2a9d74; }
      """;

  private final int outageSeconds;

  StormPicture(int outageSeconds) {
    this.outageSeconds = outageSeconds;
  }

  /**
   * @param panels what each panel shows, in order
   */
  String of(String title, String subtitle, Map<String, Arrivals> panels) {
    int height = TOP + panels.size() * (PANEL + GAP) + 22;
    Svg svg = new Svg(WIDTH, height, STYLE);
    svg.text("title", LEFT, 34, title);
    svg.text("subtitle", LEFT, 56, subtitle);
    int top = TOP;
    for (Map.Entry<String, Arrivals> panel : panels.entrySet()) {
      draw(svg, top, panel.getKey(), panel.getValue());
      top += PANEL + GAP;
    }
    for (int minute = 0; minute <= MINUTES; minute += 5) {
      svg.text("minute", x(minute * 60), top - GAP + 20, minute + " min");
    }
    return svg.finished();
  }

  private void draw(Svg svg, int top, String name, Arrivals arrivals) {
    int bottom = top + PANEL;
    svg.rect("down", x(0), top, x(outageSeconds) - x(0), PANEL);
    for (int decade = 0; decade <= DECADES; decade++) {
      int rate = (int) Math.pow(10, decade);
      svg.line("grid", LEFT, y(bottom, rate), WIDTH - RIGHT, y(bottom, rate));
      svg.text("tick", LEFT - 8, y(bottom, rate) + 4, grouped(rate));
    }
    svg.path("failed", area(arrivals, bottom, 0, outageSeconds));
    svg.path("arrived", area(arrivals, bottom, outageSeconds, MINUTES * 60));
    svg.line("axis", LEFT, bottom, WIDTH - RIGHT, bottom);
    svg.line("back", x(outageSeconds), top, x(outageSeconds), bottom);
    svg.text("downName", x(outageSeconds) - 40, top + 14, "down");
    svg.text("upName", x(outageSeconds) + 8, top + 14, "back");
    svg.text("name", LEFT, top - 8, name);
    svg.text(
        "figure",
        WIDTH - RIGHT,
        top - 8,
        String.format(
            Locale.ROOT,
            "busiest second once it is back: %s arrivals, %s × the mean",
            grouped(arrivals.peak(outageSeconds, arrivals.seconds())),
            ratio(arrivals.peakToMean(outageSeconds))));
  }

  /** The busiest second of each bin, so that a spike of one second is seen. */
  private static CharSequence area(Arrivals arrivals, int bottom, int from, int to) {
    StringBuilder steps = new StringBuilder();
    for (int second = from; second < to; second += BIN_SECONDS) {
      int peak = arrivals.peak(second, Math.min(second + BIN_SECONDS, to));
      if (peak > 0) {
        steps
            .append("M" + Svg.number(x(second)) + " " + bottom)
            .append("V" + Svg.number(y(bottom, peak)))
            .append("H" + Svg.number(x(second + BIN_SECONDS)))
            .append("V" + bottom + "Z");
      }
    }
    return steps;
  }

  private static double x(double second) {
    return LEFT + second / (MINUTES * 60) * (WIDTH - LEFT - RIGHT);
  }

  /** Logarithmic, with a little height for a single arrival. */
  private static double y(int bottom, int rate) {
    double least = 0.3;
    return bottom - (Math.log10(rate) + least) / (DECADES + least) * PANEL;
  }

  private static String ratio(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
  }

  private static String grouped(int number) {
    return String.format(Locale.ROOT, "%,d", number).replace(',', ' ');
  }
}
