package io.offerengine.bench.compare;

import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.report.QuantileChart;
import io.offerengine.bench.searches.SearchClass;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.JFreeChart;

/**
 * Charts of results. Each comparison has a chart of the plain classes, and a second one if variants
 * were timed. Each class is a column, each peer a series.
 */
final class ResultsPlot {
  private ResultsPlot() {}

  /** Returns the charts of several comparisons. */
  static List<JFreeChart> of(List<Results> comparisons) {
    List<JFreeChart> charts = new ArrayList<>();
    for (Results results : comparisons) {
      Settings settings = results.settings();
      String title =
          String.format(Locale.ROOT, "%,d offers", settings.offers())
              + (settings.updatedFirst() ? ", some of them updated" : "");
      List<SearchClass> plain = results.kinds().stream().filter(kind -> kind.isPlain()).toList();
      List<SearchClass> variants =
          results.kinds().stream().filter(kind -> !kind.isPlain()).toList();
      if (!plain.isEmpty()) {
        charts.add(chart(title + ": p50, and a line to p99", results, plain));
      }
      if (!variants.isEmpty()) {
        charts.add(chart(title + ": variants of the classes", results, variants));
      }
    }
    return charts;
  }

  private static JFreeChart chart(String title, Results results, List<SearchClass> kinds) {
    QuantileChart chart = new QuantileChart(kinds.stream().map(SearchClass::label).toList());
    for (PeerKind peer : results.peers()) {
      List<QuantileChart.Mark> marks = new ArrayList<>();
      for (int i = 0; i < kinds.size(); i++) {
        int column = i;
        results
            .cell(kinds.get(i), peer)
            .map(cell -> new QuantileChart.Mark(column, cell.p50(), cell.p99(), cell.isWhole()))
            .ifPresent(marks::add);
      }
      chart.add(peer.label(), color(peer), marks);
    }
    return chart.draw(title);
  }

  private static Color color(PeerKind peer) {
    return Color.decode(
        switch (peer) {
          case ENGINE -> "#d00000";
          case NAIVE -> "#9a9a9a";
          case LOOP -> "#5c4033";
          case LUCENE -> "#1f77b4";
          case LUCENE_BY_PRICE -> "#00a6d6";
          case LUCENE_BY_SCORE -> "#7a5cff";
          case DUCKDB -> "#e6a700";
          case SQLITE -> "#2a9d3a";
          case CQENGINE -> "#d65fb0";
        });
  }
}
