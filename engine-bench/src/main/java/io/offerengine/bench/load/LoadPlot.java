package io.offerengine.bench.load;

import io.offerengine.bench.report.QuantileChart;
import io.offerengine.bench.report.QuantileChart.Mark;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.data.category.DefaultCategoryDataset;

/**
 * Charts of load tests side by side: the maximal rate of each server, and its latencies at the
 * steady rate. Each number of connections is a column.
 */
final class LoadPlot {
  private static final List<Color> COLORS =
      List.of(
          Color.decode("#d00000"),
          Color.decode("#9a9a9a"),
          Color.decode("#1f77b4"),
          Color.decode("#e6a700"),
          Color.decode("#2a9d3a"),
          Color.decode("#7a5cff"));

  private LoadPlot() {}

  /** Returns the largest number of load tests in a picture: each has a color. */
  static int most() {
    return COLORS.size();
  }

  /**
   * Returns the charts of some load tests.
   *
   * @param reports 1 to {@link #most} reports by the names of their servers, in order
   */
  static List<JFreeChart> of(Map<String, LoadReport> reports) {
    List<Integer> columns =
        reports.values().stream()
            .flatMap(report -> report.levels().stream().map(LoadLevel::connections))
            .distinct()
            .toList();
    return List.of(rates(reports), latencies(reports, columns));
  }

  private static JFreeChart rates(Map<String, LoadReport> reports) {
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    reports.forEach((name, report) -> {
      for (LoadLevel level : report.levels()) {
        data.addValue(level.flatOut().rate(), name, connections(level.connections()));
      }
    });
    JFreeChart chart =
        ChartFactory.createBarChart(
            "Requests answered in a second, each connection its next after the last",
            null,
            "requests / s",
            data);
    CategoryPlot plot = chart.getCategoryPlot();
    plot.setBackgroundPaint(Color.WHITE);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    BarRenderer bars = (BarRenderer) plot.getRenderer();
    bars.setBarPainter(new StandardBarPainter());
    bars.setShadowVisible(false);
    for (int i = 0; i < reports.size(); i++) {
      bars.setSeriesPaint(i, COLORS.get(i));
    }
    return chart;
  }

  private static JFreeChart latencies(Map<String, LoadReport> reports, List<Integer> columns) {
    QuantileChart chart = new QuantileChart(columns.stream().map(LoadPlot::connections).toList());
    List<Color> colors = new ArrayList<>(COLORS);
    reports.forEach((name, report) ->
        chart.add(
            name,
            colors.remove(0),
            report.levels().stream()
                .map(level ->
                    new Mark(
                        columns.indexOf(level.connections()),
                        level.paced().p50(),
                        level.paced().p99(),
                        true))
                .toList()));
    return chart.draw("Latency at a steady share of that rate: p50, and a line to p99");
  }

  private static String connections(int number) {
    return number == 1 ? "1 connection" : number + " connections";
  }
}
