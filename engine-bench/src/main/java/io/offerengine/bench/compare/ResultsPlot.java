package io.offerengine.bench.compare;

import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.report.QuantileChart;
import io.offerengine.bench.report.QuantileChart.Mark;
import io.offerengine.bench.searches.SearchClass;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.JFreeChart;

/** The chart of a comparison with peers. Each class is a column, each peer a series. */
final class ResultsPlot {
  private ResultsPlot() {}

  /**
   * Returns the chart of a comparison. The mark of a peer is hollow if its ratio is too noisy, or
   * if it ran few draws.
   */
  static JFreeChart of(String title, Results results) {
    List<SearchClass> kinds = results.kinds();
    QuantileChart chart = new QuantileChart(kinds.stream().map(SearchClass::label).toList());
    for (PeerKind peer : PeerKind.values()) {
      List<Mark> marks = new ArrayList<>();
      for (int column = 0; column < kinds.size(); column++) {
        List<Results.Row> rows = results.rows(kinds.get(column));
        if (peer.isEngine()) {
          marks.add(mark(column, rows.get(0), 0));
        }
        for (Results.Row row : rows) {
          if (row.other().equals(peer.label()) && !peer.isEngine()) {
            marks.add(mark(column, row, 1));
          }
        }
      }
      if (!marks.isEmpty()) {
        chart.add(peer.label(), color(peer), marks);
      }
    }
    return chart.draw(title + ": p50, and a line to p99");
  }

  private static Mark mark(int column, Results.Row row, int side) {
    boolean isSure = side == 0 || (row.hasEnoughDraws() && !row.isUnsure());
    return new Mark(column, row.p50().get(side), row.p99().get(side), isSure);
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
