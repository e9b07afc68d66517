package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.Comparison;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.RowSelection;
import io.offerengine.query.Operator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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
  private final MarketTable table;
  private final DrawnSearch search;
  private final List<Column> columns = new ArrayList<>();
  private final Map<Comparison, Integer> codes = new HashMap<>();
  private final int[] rows = new int[RowSelection.BLOCK];

  /** By row of the list: 0, or one more than the index of the column whose condition fails. */
  private final byte[] failed = new byte[RowSelection.BLOCK];

  /** By column: the rows that fail its conditions alone. The first are those that fail none. */
  private final int[][] lists;

  private final int[] sizes;
  private int length;

  NearMatches(MarketTable table, DrawnSearch search) {
    this.table = table;
    this.search = search;
    for (Comparison condition : search.conditions()) {
      if (!columns.contains(condition.column())) {
        columns.add(condition.column());
      }
      String text = condition.text();
      if (text != null) {
        codes.put(condition, table.code(condition.column(), text));
      }
    }
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
    for (Comparison condition : search.allConditions()) {
      boolean isOwn = search.conditions().contains(condition);
      thin(condition, (byte) (isOwn ? columns.indexOf(condition.column()) + 1 : -1));
    }
    Arrays.fill(sizes, 0);
    for (int i = 0; i < length; i++) {
      int list = failed[i];
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

  private void thin(Comparison condition, byte number) {
    Column column = condition.column();
    switch (column.kind()) {
      case FLAG -> thinFlags(table.flags(column), (int) condition.number(), number);
      case TEXT -> {
        thinCodes(table.codes(column), Objects.requireNonNull(codes.get(condition)), number);
      }
      case INTEGER, NUMBER -> {
        if (column.isPriced() && search.computesPrices()) {
          thinPriced(condition, number);
        } else if (condition.operator() == Operator.GTE) {
          thinAtLeast(table.numbers(column), condition.number(), number);
        } else {
          thinOthers(table.numbers(column), condition, number);
        }
      }
    }
  }

  /** Keeps a row that holds, or that failed no condition on another column; returns 1 or 0. */
  private static int kept(boolean holds, byte before, byte number) {
    return holds || (number > 0 && (before == 0 || before == number)) ? 1 : 0;
  }

  private void thinFlags(byte[] values, int wanted, byte number) {
    int kept = 0;
    for (int i = 0; i < length; i++) {
      boolean holds = values[rows[i]] == wanted;
      byte before = failed[i];
      rows[kept] = rows[i];
      failed[kept] = holds ? before : number;
      kept += kept(holds, before, number);
    }
    length = kept;
  }

  private void thinCodes(int[] values, int wanted, byte number) {
    int kept = 0;
    for (int i = 0; i < length; i++) {
      boolean holds = values[rows[i]] == wanted;
      byte before = failed[i];
      rows[kept] = rows[i];
      failed[kept] = holds ? before : number;
      kept += kept(holds, before, number);
    }
    length = kept;
  }

  private void thinAtLeast(double[] values, double bound, byte number) {
    int kept = 0;
    for (int i = 0; i < length; i++) {
      boolean holds = values[rows[i]] >= bound;
      byte before = failed[i];
      rows[kept] = rows[i];
      failed[kept] = holds ? before : number;
      kept += kept(holds, before, number);
    }
    length = kept;
  }

  private void thinOthers(double[] values, Comparison condition, byte number) {
    int kept = 0;
    for (int i = 0; i < length; i++) {
      boolean holds = condition.holds(values[rows[i]]);
      byte before = failed[i];
      rows[kept] = rows[i];
      failed[kept] = holds ? before : number;
      kept += kept(holds, before, number);
    }
    length = kept;
  }

  private void thinPriced(Comparison condition, byte number) {
    int kept = 0;
    for (int i = 0; i < length; i++) {
      boolean holds =
          condition.holds(RowSelection.value(table, search, condition.column(), rows[i]));
      byte before = failed[i];
      rows[kept] = rows[i];
      failed[kept] = holds ? before : number;
      kept += kept(holds, before, number);
    }
    length = kept;
  }
}
