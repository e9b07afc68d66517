package io.offerengine.bench.compare;

import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.plot.PlotScale;
import io.offerengine.bench.plot.Svg;
import io.offerengine.bench.searches.SearchClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Results as an SVG picture: for each comparison a panel of the twelve classes, and one of their
 * variants where they were timed.
 *
 * <p>Each class is a column, each peer a mark in it at the median, from which a line leads to the
 * 99th percentile. The scale is logarithmic. A mark that is hollow had too little time for all
 * draws.
 */
final class ResultsPlot {
  private static final int WIDTH = 1180;
  private static final int LEFT = 76;
  private static final int RIGHT = 20;
  private static final int LEGEND = 64;
  private static final int TITLE = 40;
  private static final int HEIGHT = 330;
  private static final int LABELS = 52;

  private final Svg svg = new Svg(WIDTH);
  private int top;

  private ResultsPlot() {}

  /** Returns the picture of several comparisons, one below the other. */
  static String of(List<Results> comparisons) {
    ResultsPlot plot = new ResultsPlot();
    List<PeerKind> peers =
        comparisons.stream().flatMap(each -> each.peers().stream()).distinct().sorted().toList();
    plot.addLegend(peers);
    for (Results results : comparisons) {
      Settings settings = results.settings();
      String offers =
          String.format(Locale.ROOT, "%,d offers", settings.offers())
              + (settings.updatedFirst() ? ", of which some were updated" : "");
      List<SearchClass> plain = new ArrayList<>(results.kinds());
      plain.removeIf(kind -> !kind.isPlain());
      List<SearchClass> variants = new ArrayList<>(results.kinds());
      variants.removeIf(SearchClass::isPlain);
      if (!plain.isEmpty()) {
        plot.addPanel(offers, results, plain);
      }
      if (!variants.isEmpty()) {
        plot.addPanel(offers + ": other storage, bids, bundles folded", results, variants);
      }
    }
    return plot.svg.finish(plot.top);
  }

  private void addLegend(List<PeerKind> peers) {
    svg.text(
        LEFT,
        22,
        "start",
        15,
        "Time of a search: mark p50, line to p99 (log scale; hollow: not all" + " draws in time)");
    int step = (WIDTH - LEFT - RIGHT) / Math.max(1, peers.size());
    for (int i = 0; i < peers.size(); i++) {
      int x = LEFT + i * step;
      mark(peers.get(i), x + 6, 44, true);
      svg.text(x + 16, 49, "start", 13, peers.get(i).label());
    }
    top = LEGEND;
  }

  private void addPanel(String title, Results results, List<SearchClass> kinds) {
    PlotScale scale = scale(results, kinds);
    svg.text(LEFT, top + TITLE - 14, "start", 15, title);
    for (double tick : scale.ticks()) {
      double y = scale.y(tick);
      svg.line(LEFT, y, WIDTH - RIGHT, y, "#e3e3e3", 1);
      svg.text(LEFT - 8, y + 4, "end", 12, PlotScale.label(tick));
    }
    double column = (double) (WIDTH - LEFT - RIGHT) / kinds.size();
    int bottom = top + TITLE + HEIGHT;
    for (int i = 0; i < kinds.size(); i++) {
      double x = LEFT + i * column;
      if (i > 0) {
        svg.line(x, top + TITLE, x, bottom, "#efefef", 1);
      }
      SearchClass kind = kinds.get(i);
      String label = kind.label();
      int space = label.indexOf(' ');
      svg.text(x + column / 2, bottom + 18, "middle", 13, label.substring(0, space));
      svg.text(x + column / 2, bottom + 34, "middle", 11, label.substring(space + 1));
      addMarks(results, kind, scale, x, column);
    }
    top = bottom + LABELS;
  }

  private PlotScale scale(Results results, List<SearchClass> kinds) {
    double smallest = Double.MAX_VALUE;
    double largest = 0;
    for (Cell cell : results.cells()) {
      if (kinds.contains(cell.kind())) {
        smallest = Math.min(smallest, cell.p50());
        largest = Math.max(largest, cell.p99());
      }
    }
    return PlotScale.of(smallest, largest, top + TITLE, HEIGHT);
  }

  private void addMarks(
      Results results, SearchClass kind, PlotScale scale, double left, double width) {
    List<PeerKind> peers = results.peers();
    for (int i = 0; i < peers.size(); i++) {
      PeerKind peer = peers.get(i);
      double x = left + width * (i + 1) / (peers.size() + 1);
      results
          .cell(kind, peer)
          .ifPresent(cell -> {
            svg.open(kind.label() + ", " + peer.label() + ": " + times(cell));
            svg.line(x, scale.y(cell.p50()), x, scale.y(cell.p99()), color(peer), 2);
            mark(peer, x, scale.y(cell.p50()), cell.isWhole());
            svg.close();
          });
    }
  }

  private static String times(Cell cell) {
    return ResultsTable.format(cell.p50()) + " / " + ResultsTable.format(cell.p99()) + " µs";
  }

  private void mark(PeerKind peer, double x, double y, boolean filled) {
    svg.circle(x, y, peer.isEngine() ? 6 : 4, filled ? color(peer) : "#ffffff", color(peer));
  }

  private static String color(PeerKind peer) {
    return switch (peer) {
      case ENGINE -> "#d00000";
      case NAIVE -> "#9a9a9a";
      case LOOP -> "#5c4033";
      case LUCENE -> "#1f77b4";
      case LUCENE_BY_PRICE -> "#00a6d6";
      case LUCENE_BY_SCORE -> "#7a5cff";
      case DUCKDB -> "#e6a700";
      case SQLITE -> "#2a9d3a";
      case CQENGINE -> "#d65fb0";
    };
  }
}
