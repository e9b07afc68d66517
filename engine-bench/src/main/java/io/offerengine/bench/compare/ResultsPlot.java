package io.offerengine.bench.compare;

import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.searches.SearchClass;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;

/**
 * The chart of a comparison with peers, on a logarithmic scale. Each class is a column, each peer a
 * series: a mark at the median, and a line from there to the 99th percentile. The mark of a peer is
 * hollow if its ratio is too noisy, or if it ran few draws.
 */
final class ResultsPlot {
  private static final int WIDTH = 1180;
  private static final int HEIGHT = 420;
  private static final double RADIUS = 4;
  private static final double SMALLEST = 1e-3;

  private ResultsPlot() {}

  /** Returns the chart of a comparison. */
  static JFreeChart of(String title, Results results) {
    List<SearchClass> kinds = results.kinds();
    XYIntervalSeriesCollection data = new XYIntervalSeriesCollection();
    Marks renderer = new Marks();
    for (PeerKind peer : PeerKind.values()) {
      XYIntervalSeries series = new XYIntervalSeries(peer.label());
      List<Boolean> filled = new ArrayList<>();
      int side = peer.isEngine() ? 0 : 1;
      int at = data.getSeriesCount();
      double shift = (at + 1.0) / (PeerKind.values().length + 1) - 0.5;
      for (int column = 0; column < kinds.size(); column++) {
        double x = column + shift;
        // The engine is the first side beside each peer: its first row stands for all.
        results.rows(kinds.get(column)).stream()
            .filter(row -> row.sides().indexOf(peer.label()) == side)
            .findFirst()
            .ifPresent(row -> {
              double p50 = Math.max(SMALLEST, row.p50().get(side));
              series.add(x, x, x, p50, p50, Math.max(SMALLEST, row.p99().get(side)));
              filled.add(side == 0 || (row.hasEnoughDraws() && !row.isUnsure()));
            });
      }
      if (series.getItemCount() > 0) {
        data.addSeries(series);
        renderer.filled.add(filled);
        renderer.setSeriesPaint(at, color(peer));
        renderer.setSeriesShape(at, new Ellipse2D.Double(-RADIUS, -RADIUS, 2 * RADIUS, 2 * RADIUS));
      }
    }
    SymbolAxis x =
        new SymbolAxis(null, kinds.stream().map(SearchClass::label).toArray(String[]::new));
    x.setGridBandsVisible(false);
    LogAxis y = new LogAxis("µs");
    y.setTickUnit(new NumberTickUnit(1)); // a power of ten
    y.setNumberFormatOverride(
        new DecimalFormat("#,##0.###", DecimalFormatSymbols.getInstance(Locale.ROOT)));
    XYPlot plot = new XYPlot(data, x, y, renderer);
    plot.setBackgroundPaint(Color.WHITE);
    plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
    plot.setDomainGridlinesVisible(false);
    JFreeChart chart = new JFreeChart(title + ": p50, and a line to p99", plot);
    chart.setBackgroundPaint(Color.WHITE);
    return chart;
  }

  /** Draws marks that are hollow where they are not filled. */
  private static final class Marks extends XYErrorRenderer {
    private static final long serialVersionUID = 1;

    /** By series and item. */
    private final transient List<List<Boolean>> filled = new ArrayList<>();

    Marks() {
      setDrawXError(false);
      setErrorStroke(new BasicStroke(2));
      setCapLength(0);
    }

    @Override
    public boolean getItemShapeFilled(int series, int item) {
      return filled.get(series).get(item);
    }
  }

  /**
   * Writes charts to a file, in place of the file's former content.
   *
   * @throws IOException if the file can't be written
   */
  static void write(List<JFreeChart> charts, Path file) throws IOException {
    BufferedImage image =
        new BufferedImage(WIDTH, HEIGHT * charts.size(), BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    for (int i = 0; i < charts.size(); i++) {
      charts.get(i).draw(graphics, new Rectangle2D.Double(0, i * HEIGHT, WIDTH, HEIGHT));
    }
    graphics.dispose();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(image, "png", bytes);
    Files.write(file, bytes.toByteArray());
  }

  private static Color color(PeerKind peer) {
    return Color.decode(
        switch (peer) {
          case ENGINE -> "#d00000";
          case NAIVE -> "#9a9a9a";
          case LOOP -> "#5c4033";
          case LUCENE_BY_PRICE -> "#00a6d6";
          case LUCENE_BY_SCORE -> "#7a5cff";
          case DUCKDB -> "#e6a700";
          case SQLITE -> "#2a9d3a";
          case CQENGINE -> "#d65fb0";
        });
  }
}
