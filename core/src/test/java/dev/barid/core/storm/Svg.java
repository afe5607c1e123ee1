package dev.barid.core.storm;

import java.util.Locale;

/** Writes an SVG picture, element by element. */
final class Svg {
  private final StringBuilder out = new StringBuilder();

  Svg(int width, int height, String style) {
    out.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                + " height=\"%d\">\n<style>\n%s</style>\n",
            width,
            height,
            width,
            height,
            style));
    rect("paper", 0, 0, width, height);
  }

  void rect(String kind, double x, double y, double width, double height) {
    line(
        "<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>",
        kind, number(x), number(y), number(width), number(height));
  }

  void line(String kind, double x1, double y1, double x2, double y2) {
    line(
        "<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>",
        kind, number(x1), number(y1), number(x2), number(y2));
  }

  void path(String kind, CharSequence steps) {
    line("<path class=\"%s\" d=\"%s\"/>", kind, steps);
  }

  void text(String kind, double x, double y, String text) {
    String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
    line("<text class=\"%s\" x=\"%s\" y=\"%s\">%s</text>", kind, number(x), number(y), escaped);
  }

  static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value).replaceFirst("\\.0$", "");
  }

  private void line(String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  String finished() {
    return out + "</svg>\n";
  }
}
