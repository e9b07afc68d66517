package io.offerengine.bench.compare;

import io.offerengine.bench.searches.SearchClass;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Results as Markdown tables, ratios first. */
final class ResultsTable {
  private static final String NONE = "-";
  private static final String TOO_NOISY = "too noisy";
  private static final String NOT_SETTLED = "not settled";

  private ResultsTable() {}

  /** Returns a table of all classes and pairs. */
  static String of(Results results) {
    StringBuilder table = new StringBuilder();
    table.append("| class | sides | ratio of p50 | spread | processes | ratio of p99 |");
    table.append(
        " p50 / p99 in us | of the other | draws |\n|---|---|---|---|---|---|---|---|---|\n");
    for (Results.Row row : results.rows()) {
      Ratio ratio = row.ratio();
      boolean hasRatio = !ratio.isAbsent();
      table.append("| ").append(row.kind().label());
      table.append(" | ").append(sides(row));
      table.append(" | ").append(ratio(row));
      table.append(" | ").append(hasRatio ? ratio(ratio.spread()) : NONE);
      table.append(" | ");
      table.append(hasRatio ? ratio(ratio.least()) + " to " + ratio(ratio.greatest()) : NONE);
      table.append(" | ").append(hasRatio && !row.isUnsure() ? ratio(row.tailRatio()) : NONE);
      table.append(" | ").append(times(row, 0));
      table.append(" | ").append(row.sides().size() == 2 ? times(row, 1) : NONE);
      table.append(" | ").append(draws(row)).append(" |\n");
    }
    return table.toString();
  }

  private static String sides(Results.Row row) {
    List<String> sides = row.sides();
    return sides.size() == 2 ? sides.get(1) + " / " + sides.get(0) : sides.get(0);
  }

  private static String draws(Results.Row row) {
    return row.draws() < row.of() ? row.draws() + " of " + row.of() : Integer.toString(row.of());
  }

  /** Returns a table of each class's best peer. */
  static String ofBest(Results results) {
    StringBuilder table = new StringBuilder();
    table.append("| class | engine | best peer | its p50 / ours |\n|---|---|---|---|\n");
    for (SearchClass kind : results.kinds()) {
      Optional<Results.Row> best = results.best(kind);
      Results.Row row = best.orElse(results.rows(kind).get(0));
      table.append("| ").append(kind.label());
      table.append(" | ").append(times(row, 0));
      table.append(" | ");
      table.append(best.map(each -> each.other() + ", " + time(each.p50().get(1))).orElse(NONE));
      table.append(" | ").append(best.map(ResultsTable::ratio).orElse(NONE)).append(" |\n");
    }
    return table.toString();
  }

  /**
   * Returns a table of loading and memory; empty if nothing is known of them.
   *
   * @param unit what is loaded, such as an offer
   */
  static String ofLoads(Results results, String unit) {
    if (results.loads().isEmpty()) {
      return "";
    }
    StringBuilder table = new StringBuilder();
    table.append("| side | load, s, without making the ").append(unit).append("s | B per ");
    table.append(unit).append(", as it says | B per ").append(unit).append(", laid out at ");
    table.append(Math.min(CompareCommand.LAID_OUT_OFFERS, results.offers()));
    table.append(" offers |\n|---|---|---|---|\n");
    for (Harness.Load load : results.loads()) {
      table.append("| ").append(load.label());
      table.append(" | ").append(time(load.seconds()));
      table.append(" | ").append(load.bytesPerOffer() < 0 ? NONE : time(load.bytesPerOffer()));
      table.append(" | ").append(load.laidOutPerOffer() < 0 ? NONE : time(load.laidOutPerOffer()));
      table.append(" |\n");
    }
    return table.toString();
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
