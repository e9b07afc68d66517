package io.offerengine.internal.exec;

import io.offerengine.internal.index.Scratch;
import io.offerengine.query.Query;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;

/**
 * Many best rows: gathered as they come, sorted now and then.
 *
 * <p>Rows that come with first numbers that don't fall, as merged walks bring them, need no sort
 * but of those that tie.
 *
 * <p><b>Cost.</b> Memory for twice the rows wanted. A row costs O(1), and every so often a radix
 * sort by first number.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class BufferedRows extends TopRows {
  /** The slots in use: as they came, or in order. */
  private final int[] order;

  /** The slots not in use, from the end. */
  private final int[] free;

  private final LongOpenHashSet folds = new LongOpenHashSet(0);
  private int size;
  private int freeCount;

  /** Whether no row had a lesser first number than the one before. */
  private boolean rising = true;

  private long lastFirst = Long.MIN_VALUE;

  /** How many rows came that fold with no earlier one. */
  private int distinct;

  BufferedRows(Query query, int capacity, LongOpenHashSet passedFolds, Scratch scratch) {
    super(query, capacity, 2 * capacity, passedFolds, scratch);
    this.order = new int[2 * capacity];
    this.free = new int[2 * capacity];
    this.freeCount = free.length;
    for (int i = 0; i < free.length; i++) {
      free[i] = free.length - 1 - i;
    }
  }

  @Override
  void place(int row, long first) {
    if (size == order.length) {
      select();
      if (first > cutoff()) {
        return;
      }
    }
    int slot = free[--freeCount];
    order[size++] = slot;
    keep(slot, row);
    rising &= first >= lastFirst;
    lastFirst = first;
    if (rising) {
      distinct += !folds(slot) || folds.add(fold(slot)) ? 1 : 0;
      if (distinct == capacity && !isFull()) {
        cutAt(slot);
      }
    }
  }

  /** Sorts the rows and keeps the best. */
  private void select() {
    sort();
    int kept = 0;
    folds.clear();
    for (int i = 0; i < size; i++) {
      int slot = order[i];
      boolean best = kept < capacity && (!folds(slot) || folds.add(fold(slot)));
      if (best) {
        order[kept++] = slot;
      } else {
        free[freeCount++] = slot;
      }
    }
    size = kept;
    rising = false;
    if (size == capacity) {
      cutAt(order[size - 1]);
    }
  }

  private void sort() {
    if (!rising) {
      long[] firsts = new long[2 * capacity];
      for (int i = 0; i < size; i++) {
        firsts[order[i]] = keys.number(order[i], 0);
      }
      LongArrays.radixSortIndirect(order, firsts, 0, size, false);
    }
    int from = 0;
    for (int i = 1; i <= size; i++) {
      if (i == size || keys.number(order[i], 0) != keys.number(order[from], 0)) {
        if (i - from > 1) {
          IntArrays.quickSort(order, from, i, keys::compare);
        }
        from = i;
      }
    }
  }

  @Override
  long secondCutoff(long first) {
    return cutoff() < first ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  @Override
  int[] drain() {
    select();
    int[] ranked = Arrays.copyOf(order, size);
    size = 0;
    return ranked;
  }
}
