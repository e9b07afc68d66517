package io.offerengine.internal.facet;

import io.offerengine.facet.Facets;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.index.Scratch;
import io.offerengine.schema.Field;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the matching rows of each fold value.
 *
 * <p><b>Cost.</b> A read of each matching row, and a look-up in a hash table for each run of rows
 * that have the same fold value.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class FoldCounter {
  private final Field field;
  private final Long2IntOpenHashMap rowsByFold = new Long2IntOpenHashMap();
  private long withoutFold;

  FoldCounter(Field field) {
    this.field = field;
  }

  /** Adds the rows of a segment. */
  void add(MatchedRows rows) {
    NumericColumn column = rows.reader().numeric(field);
    long[] folds = new long[Scratch.BATCH];
    rows.forEach((list, size) -> {
      column.keysOr(list, size, NumericColumn.RARE_KEY, folds);
      int next;
      for (int i = 0; i < size; i = next) {
        next = i + 1;
        if (folds[i] == NumericColumn.RARE_KEY && !column.isPresent(list[i])) {
          withoutFold++;
          continue;
        }
        while (next < size && folds[next] == folds[i] && folds[i] != NumericColumn.RARE_KEY) {
          next++;
        }
        rowsByFold.addTo(folds[i], next - i);
      }
    });
  }

  /** Returns the number of different folds, and the sizes of some. */
  Facets.Folds result(List<Long> sizesOf) {
    List<Long> sizes = new ArrayList<>(sizesOf.size());
    sizesOf.forEach(fold -> sizes.add((long) rowsByFold.get((long) fold)));
    return new Facets.Folds(rowsByFold.size() + withoutFold, sizes);
  }
}
