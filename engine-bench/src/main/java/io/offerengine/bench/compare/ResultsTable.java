package io.offerengine.bench.compare;

import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.searches.SearchClass;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Results as Markdown tables. */
final class ResultsTable {
  private static final String INCOMPLETE = "*";

  private ResultsTable() {}

  /** Returns a table of times, a table of loading and memory, and the surroundings. */
  static String of(Results results) {
    StringBuilder table = new StringBuilder();
    List<PeerKind> peers = results.peers();
    table.append("p50 / p99 in us over the draws, each with its median over repeats; ");
    table.append(INCOMPLETE + " fewer than 200 draws: the first ones only, never called best\n\n");
    table.append("| class | median matches |");
    peers.forEach(peer -> table.append(' ').append(peer.label()).append(" |"));
    table.append(" best peer | its p50 / ours beside it |\n|---|---|");
    table.append("---|".repeat(peers.size() + 2)).append('\n');
    for (SearchClass kind : results.kinds()) {
      addRow(table, results, kind);
    }
    addLoads(table, results);
    table.append('\n').append(results.settings()).append('\n');
    return table.append(results.surroundings().lines()).toString();
  }

  private static void addRow(StringBuilder table, Results results, SearchClass kind) {
    Integer matches = results.medianMatches().get(kind);
    table.append("| ").append(kind.label()).append(" | ");
    table.append(matches == null ? "-" : matches).append(" |");
    for (PeerKind peer : results.peers()) {
      Optional<Cell> cell = results.cell(kind, peer);
      table.append(' ').append(cell.map(ResultsTable::times).orElse("-")).append(" |");
    }
    String best = results.best(kind).map(cell -> cell.peer().label()).orElse("-");
    double ratio = results.ratio(kind);
    table.append(' ').append(best).append(" | ");
    table.append(Double.isNaN(ratio) ? "-" : format(ratio)).append(" |\n");
  }

  private static void addLoads(StringBuilder table, Results results) {
    table.append(
        "\n| peer | load of prepared offers, s | B per offer, as it says |"
            + " B per offer, laid out at ");
    table.append(Math.min(Footprint.OFFERS, results.settings().offers()));
    table.append(" offers |\n|---|---|---|---|\n");
    for (Results.Load load : results.loads()) {
      table.append("| ").append(load.peer().label());
      table.append(" | ").append(format(load.seconds()));
      table.append(" | ").append(load.bytesPerOffer() < 0 ? "-" : format(load.bytesPerOffer()));
      table.append(" | ");
      table.append(load.laidOutPerOffer() < 0 ? "-" : format(load.laidOutPerOffer()));
      table.append(" |\n");
    }
  }

  private static String times(Cell cell) {
    String mark = cell.isWhole() ? "" : INCOMPLETE;
    return format(cell.p50()) + " / " + format(cell.p99()) + mark;
  }

  /** Returns a number with one decimal, or with none from 100 on. */
  static String format(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value);
  }
}
