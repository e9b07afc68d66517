package io.offerengine.bench.load;

import io.offerengine.bench.load.LoadSeries.Level;
import io.offerengine.bench.plot.PlotScale;
import io.offerengine.bench.plot.Svg;
import java.util.List;
import java.util.Locale;

/**
 * Load tests side by side as an SVG picture: what each server answers at most, as bars, and beside
 * it the latencies at the steady rate, a mark at the median and a line to the 99th percentile on a
 * logarithmic scale. Each number of connections is a column.
 */
final class LoadPlot {
  private static final int WIDTH = 1180;
  private static final int LEFT = 76;
  private static final int PANEL = 490;
  private static final int RIGHT_PANEL = WIDTH - 20 - PANEL;
  private static final int TOP = 104;
  private static final int HEIGHT = 300;
  private static final int BOTTOM = TOP + HEIGHT;
  private static final int TICKS = 4;
  private static final List<String> COLORS =
      List.of("#d00000", "#9a9a9a", "#1f77b4", "#e6a700", "#2a9d3a", "#7a5cff");

  private final Svg svg = new Svg(WIDTH);
  private final List<LoadSeries> all;

  private LoadPlot(List<LoadSeries> all) {
    this.all = all;
  }

  /** How many may be drawn: one color each. */
  static int most() {
    return COLORS.size();
  }

  /**
   * Returns the picture of some load tests.
   *
   * @param all 1 to {@link #most}; a column for each number of connections that one of them has
   */
  static String of(List<LoadSeries> all) {
    LoadPlot plot = new LoadPlot(all);
    plot.addLegend();
    plot.addRates();
    plot.addLatencies();
    int y = BOTTOM + 64;
    for (LoadSeries series : all) {
      plot.svg.text(LEFT, y, "start", 11, series.name() + ": " + series.setting());
      y += 16;
    }
    return plot.svg.finish(y);
  }

  private void addLegend() {
    svg.text(LEFT, 22, "start", 15, "Searches over HTTP, by number of connections");
    int step = (WIDTH - LEFT) / all.size();
    for (int i = 0; i < all.size(); i++) {
      svg.circle(LEFT + 6 + i * step, 44, 6, COLORS.get(i), COLORS.get(i));
      svg.text(LEFT + 18 + i * step, 49, "start", 13, all.get(i).name());
    }
  }

  private void addRates() {
    double largest = levels().stream().mapToDouble(Level::rate).reduce(1, Math::max);
    double step = roundStep(largest / TICKS);
    double top = step * Math.ceil(largest / step);
    addTitle(LEFT, "Requests answered in a second, each connection its next after the last");
    for (double tick = 0; tick <= top + step / 2; tick += step) {
      addTick(LEFT, BOTTOM - HEIGHT * tick / top, String.format(Locale.ROOT, "%,.0f", tick));
    }
    addColumns(
        LEFT,
        (series, level, x, width) -> {
          double height = HEIGHT * level.rate() / top;
          String value = String.format(Locale.ROOT, "%,.0f", level.rate());
          svg.open(title(series, level) + value + " a second");
          svg.rectangle(x - width / 2, BOTTOM - height, width, height, color(series));
          svg.text(x, BOTTOM - height - 5, "middle", 10, value);
          svg.close();
        });
  }

  private void addLatencies() {
    double smallest = levels().stream().mapToDouble(Level::p50).min().orElse(1);
    double largest = levels().stream().mapToDouble(Level::p99).max().orElse(1);
    PlotScale scale = PlotScale.of(smallest, largest, TOP, HEIGHT);
    addTitle(RIGHT_PANEL, "Latency at a steady share of that rate: mark p50, line to p99 (log)");
    for (double tick : scale.ticks()) {
      addTick(RIGHT_PANEL, scale.y(tick), PlotScale.label(tick));
    }
    addColumns(
        RIGHT_PANEL,
        (series, level, x, width) -> {
          svg.open(
              title(series, level)
                  + String.format(
                      Locale.ROOT,
                      "%,.0f / %,.0f µs at %,.0f a second",
                      level.p50(),
                      level.p99(),
                      level.pacedRate()));
          svg.line(x, scale.y(level.p50()), x, scale.y(level.p99()), color(series), 2);
          svg.circle(x, scale.y(level.p50()), 6, color(series), color(series));
          svg.close();
        });
  }

  private void addTitle(int left, String title) {
    svg.text(left, TOP - 18, "start", 13, title);
  }

  private void addTick(int left, double y, String label) {
    svg.line(left, y, left + PANEL, y, "#e3e3e3", 1);
    svg.text(left - 8, y + 4, "end", 12, label);
  }

  /** Draws one level of one series around a place. */
  @FunctionalInterface
  private interface Drawing {
    void draw(LoadSeries series, Level level, double x, double width);
  }

  private void addColumns(int left, Drawing drawing) {
    List<Integer> connections = levels().stream().map(Level::connections).distinct().toList();
    double column = (double) PANEL / connections.size();
    double width = column / (all.size() + 1);
    for (LoadSeries series : all) {
      for (Level level : series.levels()) {
        double columnLeft = left + column * connections.indexOf(level.connections());
        double x = columnLeft + width * (all.indexOf(series) + 1);
        drawing.draw(series, level, x, width * 0.8);
      }
    }
    for (int i = 0; i < connections.size(); i++) {
      double middle = left + column * (i + 0.5);
      svg.text(middle, BOTTOM + 18, "middle", 13, Integer.toString(connections.get(i)));
    }
    svg.text(left + PANEL / 2.0, BOTTOM + 36, "middle", 12, "connections");
  }

  private List<Level> levels() {
    return all.stream().flatMap(series -> series.levels().stream()).toList();
  }

  private String color(LoadSeries series) {
    return COLORS.get(all.indexOf(series));
  }

  private static String title(LoadSeries series, Level level) {
    return series.name() + ", " + level.connections() + " connections: ";
  }

  /** Returns 1, 2 or 5 times a power of ten that is no smaller than a number. */
  private static double roundStep(double number) {
    double power = Math.pow(10, Math.floor(Math.log10(number)));
    for (double factor : new double[] {1, 2, 5}) {
      if (factor * power >= number) {
        return factor * power;
      }
    }
    return 10 * power;
  }
}
