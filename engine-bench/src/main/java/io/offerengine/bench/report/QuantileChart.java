package io.offerengine.bench.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Ellipse2D;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;

/**
 * A chart of durations on a logarithmic scale: for each column and series a mark at the median, and
 * a line from there to the 99th percentile.
 */
public final class QuantileChart {
  private static final double RADIUS = 4;
  private static final double SMALLEST = 1e-3;

  private final List<String> columns;
  private final List<Series> all = new ArrayList<>();

  /** Creates an empty chart of some columns, from left to right. */
  public QuantileChart(List<String> columns) {
    this.columns = List.copyOf(columns);
  }

  /**
   * The durations of one column.
   *
   * @param column the column's index
   * @param p50 median, µs
   * @param p99 99th percentile, µs
   * @param isFilled whether the mark is filled
   */
  public record Mark(int column, double p50, double p99, boolean isFilled) {}

  private record Series(String name, Color color, List<Mark> marks) {}

  /** Adds a series, to the right of the earlier ones in each column. */
  public void add(String name, Color color, List<Mark> marks) {
    all.add(new Series(name, color, List.copyOf(marks)));
  }

  /** Returns the chart. */
  public JFreeChart draw(String title) {
    XYIntervalSeriesCollection data = new XYIntervalSeriesCollection();
    for (int i = 0; i < all.size(); i++) {
      XYIntervalSeries series = new XYIntervalSeries(all.get(i).name());
      for (Mark mark : all.get(i).marks()) {
        double x = mark.column() - 0.5 + (i + 1.0) / (all.size() + 1);
        double p50 = Math.max(SMALLEST, mark.p50());
        series.add(x, x, x, p50, p50, Math.max(SMALLEST, mark.p99()));
      }
      data.addSeries(series);
    }
    SymbolAxis x = new SymbolAxis(null, columns.toArray(String[]::new));
    x.setGridBandsVisible(false);
    LogAxis y = new LogAxis("µs");
    y.setTickUnit(new NumberTickUnit(1)); // a power of ten
    y.setNumberFormatOverride(
        new DecimalFormat("#,##0.###", DecimalFormatSymbols.getInstance(Locale.ROOT)));
    XYPlot plot = new XYPlot(data, x, y, renderer());
    JFreeChart chart = new JFreeChart(title, plot);
    chart.setBackgroundPaint(Color.WHITE);
    plot.setBackgroundPaint(Color.WHITE);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    plot.setDomainGridlinesVisible(false);
    return chart;
  }

  private XYErrorRenderer renderer() {
    Marks renderer = new Marks();
    renderer.setDrawXError(false);
    renderer.setErrorStroke(new BasicStroke(2));
    renderer.setCapLength(0);
    for (int i = 0; i < all.size(); i++) {
      renderer.setSeriesPaint(i, all.get(i).color());
      renderer.setSeriesShape(i, new Ellipse2D.Double(-RADIUS, -RADIUS, 2 * RADIUS, 2 * RADIUS));
    }
    return renderer;
  }

  /** Draws marks that are hollow where they are not filled. */
  private final class Marks extends XYErrorRenderer {
    private static final long serialVersionUID = 1;

    @Override
    public boolean getItemShapeFilled(int series, int item) {
      return all.get(series).marks().get(item).isFilled();
    }
  }
}
