package io.offerengine.bench.compare;

import io.offerengine.bench.searches.SearchClass;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Results as Markdown tables, ratios first. */
final class ResultsTable {
  private static final String NONE = "-";
  private static final String EMPTY = " |  |  | ";
  private static final String TOO_NOISY = "too noisy";
  private static final String NOT_SETTLED = "not settled";

  private ResultsTable() {}

  /** Returns a table of all classes and pairs. */
  static String of(Results results) {
    StringBuilder table = new StringBuilder();
    table.append("| class | sides | ratio of p50 | spread | processes | p50 / p99 in us |");
    table.append(" of the other | draws |\n|---|---|---|---|---|---|---|---|\n");
    for (Results.Row row : results.rows()) {
      Ratio ratio = row.ratio();
      List<String> sides = row.sides();
      boolean isAlone = ratio.isAbsent();
      String partOf = row.draws() < row.of() ? row.draws() + " of " : "";
      List<String> cells =
          List.of(
              row.kind().label(),
              isAlone ? sides.get(0) : sides.get(1) + " / " + sides.get(0),
              ratio(row),
              isAlone ? NONE : ratio(ratio.spread()),
              isAlone ? NONE : ratio(ratio.least()) + " to " + ratio(ratio.greatest()),
              times(row, 0),
              isAlone ? NONE : times(row, 1),
              partOf + row.of());
      table.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
    return table.toString();
  }

  /**
   * Returns a table of each class's best peer, in each comparison.
   *
   * @param comparisons by the heading of their column
   */
  static String ofBest(Map<String, Results> comparisons) {
    StringBuilder table = new StringBuilder("| class |");
    comparisons
        .keySet()
        .forEach(each -> table.append(' ').append(each).append(" | best peer | its p50 / ours |"));
    table.append("\n|---|").append("---|".repeat(3 * comparisons.size())).append('\n');
    comparisons.values().stream()
        .flatMap(results -> results.kinds().stream())
        .distinct()
        .sorted()
        .forEach(kind -> {
          table.append("| ").append(kind.label());
          comparisons.values().forEach(results -> table.append(best(results, kind)));
          table.append(" |\n");
        });
    return table.toString();
  }

  private static String best(Results results, SearchClass kind) {
    List<Results.Row> rows = results.rows(kind);
    if (rows.isEmpty()) {
      return EMPTY;
    }
    Optional<Results.Row> best = results.best(kind);
    return String.format(
        " | %s | %s | %s",
        times(best.orElse(rows.get(0)), 0),
        best.map(each -> each.other() + ", " + time(each.p50().get(1))).orElse(NONE),
        best.map(ResultsTable::ratio).orElse(NONE));
  }

  /**
   * Returns a table of loading and memory, for each side that a comparison loaded; empty if nothing
   * is known of them.
   *
   * @param comparisons by the heading of their column
   * @param unit what is loaded, such as an offer
   */
  static String ofLoads(Map<String, Results> comparisons, String unit) {
    List<String> sides =
        comparisons.values().stream()
            .flatMap(results -> results.loads().stream().map(Harness.Load::label))
            .distinct()
            .toList();
    if (sides.isEmpty()) {
      return "";
    }
    StringBuilder table = new StringBuilder("| side |");
    comparisons.forEach((title, results) ->
        table.append(
            String.format(
                Locale.ROOT,
                " %s: load, s | B per %s, as it says | laid out at %d |",
                title,
                unit,
                Math.min(CompareCommand.LAID_OUT_OFFERS, results.offers()))));
    table.append("\n|---|").append("---|".repeat(3 * comparisons.size())).append('\n');
    for (String side : sides) {
      table.append("| ").append(side);
      comparisons.values().forEach(results -> table.append(load(results, side)));
      table.append(" |\n");
    }
    return table.toString();
  }

  private static String load(Results results, String side) {
    return results.loads().stream()
        .filter(load -> load.label().equals(side))
        .map(load ->
            String.format(
                " | %s | %s | %s",
                time(load.seconds()),
                load.bytesPerOffer() < 0 ? NONE : time(load.bytesPerOffer()),
                load.laidOutPerOffer() < 0 ? NONE : time(load.laidOutPerOffer())))
        .findFirst()
        .orElse(EMPTY);
  }

  /** Returns the ratio of a row, or why there is none. */
  static String ratio(Results.Row row) {
    if (row.ratio().isAbsent()) {
      return row.isSettled() ? NONE : NOT_SETTLED;
    }
    if (row.ratio().isTooNoisy()) {
      return TOO_NOISY;
    }
    return row.isSettled() ? ratio(row.ratio().median()) : NOT_SETTLED;
  }

  private static String ratio(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f", value);
  }

  private static String times(Results.Row row, int side) {
    return time(row.p50().get(side)) + " / " + time(row.p99().get(side));
  }

  /** Returns a number with one decimal, or with none from 100 on. */
  static String time(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value);
  }
}
