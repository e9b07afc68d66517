package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.bench.searches.RowSelection;
import io.offerengine.bench.searches.SearchClass;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * A search without an engine: loops over arrays find the matching rows, and a heap selects the best
 * of them. An update writes to the arrays.
 */
public final class ColumnLoopPeer extends TablePeer {
  private final ColumnLoopFacets facets;

  /** Creates a peer over the arrays of a market. */
  public ColumnLoopPeer(MarketTable table) {
    super(table);
    this.facets = new ColumnLoopFacets(this.table);
  }

  @Override
  public PreparedSearch prepare(DrawnSearch search) {
    RowSelection selection = new RowSelection(table, search);
    RowRanking ranking = new RowRanking(table, search);
    return switch (search.answer()) {
      case OFFERS ->
          search.folds()
              ? () -> folded(search, selection, ranking)
              : () -> best(search, selection, ranking);
      case ALL -> () -> all(selection);
      case COUNT -> () -> new long[] {selection.count()};
      case FACETS, BUNDLE_FACETS -> facets.prepare(search);
    };
  }

  private long[] best(DrawnSearch search, RowSelection selection, RowRanking ranking) {
    int[] rows = selection.rows();
    RowRanking.Best best = new RowRanking.Best(ranking, search.limit());
    for (int start = 0; start < table.size(); start += RowSelection.BLOCK) {
      int length = selection.find(start);
      for (int i = 0; i < length; i++) {
        best.offer(rows[i]);
      }
    }
    return ids(best);
  }

  private long[] all(RowSelection selection) {
    int[] rows = selection.rows();
    LongArrayList ids = new LongArrayList();
    for (int start = 0; start < table.size(); start += RowSelection.BLOCK) {
      int length = selection.find(start);
      for (int i = 0; i < length; i++) {
        ids.add(table.id(rows[i]));
      }
    }
    return ids.toLongArray();
  }

  private long[] folded(DrawnSearch search, RowSelection selection, RowRanking ranking) {
    int[] rows = selection.rows();
    double[] bundles = table.numbers(Column.BUNDLE_ID);
    Long2IntOpenHashMap bestOfBundle = new Long2IntOpenHashMap();
    bestOfBundle.defaultReturnValue(-1);
    for (int start = 0; start < table.size(); start += RowSelection.BLOCK) {
      int length = selection.find(start);
      for (int i = 0; i < length; i++) {
        long bundle = (long) bundles[rows[i]];
        int before = bestOfBundle.get(bundle);
        if (before < 0 || ranking.precedes(rows[i], before)) {
          bestOfBundle.put(bundle, rows[i]);
        }
      }
    }
    RowRanking.Best best = new RowRanking.Best(ranking, search.limit());
    bestOfBundle.values().forEach((int row) -> best.offer(row));
    return ids(best);
  }

  private long[] ids(RowRanking.Best best) {
    int[] rows = best.drain();
    long[] ids = new long[rows.length];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = table.id(rows[i]);
    }
    return ids;
  }

  @Override
  public void update(PriceChange change) {
    table.change(change);
  }

  @Override
  public Object held() {
    return table;
  }

  @Override
  public boolean answers(SearchClass kind) {
    return true;
  }
}
