package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.Ordering;
import io.offerengine.bench.searches.RowSelection;
import it.unimi.dsi.fastutil.ints.IntHeapPriorityQueue;

/**
 * The order of a search over the rows of a table; equal rows are ordered by identifier.
 *
 * <p><b>Threads.</b> Confined to the thread of the table.
 */
final class RowRanking {
  private final MarketTable table;
  private final DrawnSearch search;
  private final double[][] keys;
  private final boolean[] descending;
  private final double[] ids;

  RowRanking(MarketTable table, DrawnSearch search) {
    this.table = table;
    this.search = search;
    this.ids = table.numbers(Column.ID);
    this.keys = new double[search.order().size()][];
    this.descending = new boolean[keys.length];
    for (int i = 0; i < keys.length; i++) {
      Ordering key = search.order().get(i);
      boolean isComputed = key.column().isPriced() && search.computesPrices();
      keys[i] = isComputed ? new double[0] : table.numbers(key.column());
      descending[i] = key.descending();
    }
  }

  /** Returns whether a row ranks before another one. */
  boolean precedes(int row, int other) {
    for (int i = 0; i < keys.length; i++) {
      double key = key(i, row);
      double otherKey = key(i, other);
      if (key != otherKey) {
        return key < otherKey != descending[i];
      }
    }
    return ids[row] < ids[other];
  }

  private double key(int index, int row) {
    double[] stored = keys[index];
    return stored.length > 0
        ? stored[row]
        : RowSelection.value(table, search, search.order().get(index).column(), row);
  }

  /**
   * A collector of the best rows, up to a limit: a heap whose first row is the worst collected one.
   */
  static final class Best {
    private final RowRanking ranking;
    private final int limit;
    private final IntHeapPriorityQueue worstFirst;

    Best(RowRanking ranking, int limit) {
      this.ranking = ranking;
      this.limit = limit;
      this.worstFirst =
          new IntHeapPriorityQueue((row, other) -> ranking.precedes(row, other) ? 1 : -1);
    }

    /** Collects a row if it is one of the best so far. */
    void offer(int row) {
      if (worstFirst.size() == limit) {
        if (limit == 0 || !ranking.precedes(row, worstFirst.firstInt())) {
          return;
        }
        worstFirst.dequeueInt();
      }
      worstFirst.enqueue(row);
    }

    /** Returns the collected rows, best first, and removes them. */
    int[] drain() {
      int[] rows = new int[worstFirst.size()];
      for (int i = rows.length - 1; i >= 0; i--) {
        rows[i] = worstFirst.dequeueInt();
      }
      return rows;
    }
  }
}
