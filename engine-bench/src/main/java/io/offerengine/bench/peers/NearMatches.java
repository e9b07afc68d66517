package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.Comparison;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.RowSelection;
import io.offerengine.schema.Operator;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of a block that a search's facets count, found by plain loops: those that fulfil all
 * conditions, and those that fail the conditions on one column alone.
 *
 * <p><b>How.</b> Each condition removes the rows that fail it and failed a condition on another
 * column before. The loops have no branches that depend on the data.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class NearMatches {
  /** Two bits: a row that fails a condition without a facet counts nowhere. */
  private static final int IMPLIED = 3;

  private final MarketTable table;
  private final DrawnSearch search;
  private final List<Comparison> conditions;
  private final int[] codes;

  /** The columns that the search names: without a condition that the storage implies. */
  private final List<Column> columns;

  private final int[] rows = new int[RowSelection.BLOCK];

  /** By row of the list: a bit for each column whose conditions fail. */
  private final int[] failed = new int[RowSelection.BLOCK];

  /** By column: the rows that fail its conditions alone. The first are those that fail none. */
  private final int[][] lists;

  private final int[] sizes;
  private int length;

  /**
   * Prepares a search.
   *
   * @throws IllegalArgumentException if a condition is on a part of a text
   */
  NearMatches(MarketTable table, DrawnSearch search) {
    this.table = table;
    this.search = search;
    this.conditions = search.allConditions();
    if (conditions.stream().anyMatch(each -> each.operator().isPattern())) {
      throw new IllegalArgumentException(
          "a search with facets may not have patterns: " + conditions);
    }
    this.codes = conditions.stream().mapToInt(table::code).toArray();
    this.columns = search.conditions().stream().map(Comparison::column).distinct().toList();
    this.lists = new int[columns.size() + 1][RowSelection.BLOCK];
    this.sizes = new int[lists.length];
  }

  /** Finds the rows of the block that starts at a row. */
  void find(int start) {
    length = Math.min(RowSelection.BLOCK, table.size() - start);
    for (int i = 0; i < length; i++) {
      rows[i] = start + i;
      failed[i] = 0;
    }
    for (int i = 0; i < codes.length; i++) {
      // An implied condition comes last.
      boolean isOwn = i < search.conditions().size();
      int bit = isOwn ? 1 << columns.indexOf(conditions.get(i).column()) : IMPLIED;
      thin(conditions.get(i), codes[i], bit);
    }
    Arrays.fill(sizes, 0);
    for (int i = 0; i < length; i++) {
      int list = Integer.SIZE - Integer.numberOfLeadingZeros(failed[i]);
      lists[list][sizes[list]++] = rows[i];
    }
  }

  /** Returns how many lists of rows the facet of a column counts: one or two. */
  int listCount(Column column) {
    return columns.contains(column) ? 2 : 1;
  }

  /** Returns a list of rows that the facet of a column counts. */
  int[] rows(Column column, int list) {
    return lists[list == 0 ? 0 : columns.indexOf(column) + 1];
  }

  /** Returns the size of the list. */
  int size(Column column, int list) {
    return sizes[list == 0 ? 0 : columns.indexOf(column) + 1];
  }

  private void thin(Comparison condition, int code, int bit) {
    fail(condition, code, bit);
    int kept = 0;
    for (int i = 0; i < length; i++) {
      int fails = failed[i];
      rows[kept] = rows[i];
      failed[kept] = fails;
      kept += (fails & (fails - 1)) == 0 ? 1 : 0;
    }
    length = kept;
  }

  /** Sets a bit for each row that fails a condition. */
  private void fail(Comparison condition, int code, int bit) {
    Column column = condition.column();
    if (column.kind() == Column.Kind.FLAG) {
      byte[] values = table.flags(column);
      for (int i = 0; i < length; i++) {
        failed[i] |= values[rows[i]] == code ? 0 : bit;
      }
    } else if (column.kind() == Column.Kind.TEXT) {
      int[] values = table.codes(column);
      for (int i = 0; i < length; i++) {
        failed[i] |= values[rows[i]] == code ? 0 : bit;
      }
    } else if (condition.operator() == Operator.GTE
        && !(column.isPriced() && search.computesPrices())) {
      double[] values = table.numbers(column);
      double bound = condition.number();
      for (int i = 0; i < length; i++) {
        failed[i] |= values[rows[i]] >= bound ? 0 : bit;
      }
    } else {
      for (int i = 0; i < length; i++) {
        double value = RowSelection.value(table, search, column, rows[i]);
        failed[i] |= condition.holds(value) ? 0 : bit;
      }
    }
  }
}
