package io.offerengine.internal.facet;

import io.offerengine.facet.Facets;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.index.Scratch;
import io.offerengine.schema.Field;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.List;

/**
 * Counts the fold values of matching rows, and the rows of some fold values.
 *
 * <p>Rows of one fold often lie side by side, since they cost the same. Each run of equal values is
 * noted once; the set of different values is built at the end, at its full size, so that it never
 * grows.
 *
 * <p><b>Cost.</b> A read of each matching row, and an insertion for each run. 8 bytes per run, and
 * 16 to 32 per different value.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class FoldCounter {
  private final Field field;
  private final List<Long> sizesOf;
  private final Long2LongOpenHashMap sizes = new Long2LongOpenHashMap();
  private final LongArrayList runs = new LongArrayList();
  private long withoutFold;

  /**
   * Creates a counter.
   *
   * @param sizesOf the fold values whose rows are counted
   */
  FoldCounter(Field field, List<Long> sizesOf) {
    this.field = field;
    this.sizesOf = sizesOf;
    sizesOf.forEach(fold -> sizes.put((long) fold, 0));
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
        addRun(folds[i], next - i);
      }
    });
  }

  private void addRun(long fold, int length) {
    runs.add(fold);
    if (sizes.containsKey(fold)) {
      sizes.addTo(fold, length);
    }
  }

  /** Returns the number of different folds, and the sizes that were asked for. */
  Facets.Folds result() {
    LongOpenHashSet different = new LongOpenHashSet(runs.size(), LongOpenHashSet.FAST_LOAD_FACTOR);
    long[] values = runs.elements();
    for (int i = 0; i < runs.size(); i++) {
      different.add(values[i]);
    }
    List<Long> counted = sizesOf.stream().map(fold -> sizes.get((long) fold)).toList();
    return new Facets.Folds(different.size() + withoutFold, counted);
  }
}
