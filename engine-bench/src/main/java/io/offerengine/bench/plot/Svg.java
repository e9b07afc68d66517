package io.offerengine.bench.plot;

import java.util.Locale;

/**
 * An SVG picture that is put together from above.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class Svg {
  private final int width;
  private final StringBuilder elements = new StringBuilder();

  /** Creates an empty picture. */
  public Svg(int width) {
    this.width = width;
  }

  /** Begins a group that is explained where the pointer rests on it. */
  public void open(String title) {
    elements.append("<g><title>").append(escape(title)).append("</title>");
  }

  /** Ends a group. */
  public void close() {
    elements.append("</g>\n");
  }

  /** Draws a circle. */
  public void circle(double x, double y, double radius, String fill, String stroke) {
    elements.append(
        String.format(
            Locale.ROOT,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"%s\""
                + " stroke-width=\"1.6\"/>\n",
            x,
            y,
            radius,
            fill,
            stroke));
  }

  /** Draws a line. */
  public void line(double x1, double y1, double x2, double y2, String color, int thickness) {
    elements.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\""
                + " stroke-width=\"%d\"/>\n",
            x1,
            y1,
            x2,
            y2,
            color,
            thickness));
  }

  /** Draws a filled rectangle. */
  public void rectangle(double x, double y, double width, double height, String color) {
    elements.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
            x,
            y,
            width,
            height,
            color));
  }

  /**
   * Writes a text.
   *
   * @param anchor what of the text is at the place: start, middle or end
   */
  public void text(double x, double y, String anchor, int size, String text) {
    elements.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\">%s</text>\n",
            x,
            y,
            anchor,
            size,
            escape(text)));
  }

  /** Returns the picture. */
  public String finish(int height) {
    return String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                + " viewBox=\"0 0 %d %d\" font-family=\"Helvetica, Arial, sans-serif\""
                + " fill=\"#222222\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
            width,
            height,
            width,
            height)
        + elements
        + "</svg>\n";
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }
}
