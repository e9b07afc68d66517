package io.offerengine.internal.exec;

import io.offerengine.internal.index.Scratch;
import io.offerengine.query.Query;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;

/**
 * A few best rows, always in order.
 *
 * <p><b>Cost.</b> A row that is worse than all kept takes one comparison, as most rows of a walk
 * do; another one O(log k) of them and a move of at most {@code k} slot numbers.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class SortedRows extends TopRows {
  private static final int NONE = -1;

  /** So many places from the end are tried one by one. */
  private static final int NEAR = 4;

  /** The slots, the best row's first. */
  private final int[] order;

  /** The first numbers of the rows in this order. */
  private final long[] firsts;

  private final Long2IntOpenHashMap slotByFold = new Long2IntOpenHashMap(0);
  private int size;

  SortedRows(Query query, int capacity, LongOpenHashSet passedFolds, Scratch scratch) {
    super(query, capacity, capacity, passedFolds, scratch);
    this.order = new int[capacity];
    this.firsts = new long[capacity];
    this.slotByFold.defaultReturnValue(NONE);
  }

  @Override
  void place(int row, long first) {
    int place = placeOf(row, first);
    if (folds(candidate)) {
      int kept = slotByFold.get(fold(candidate));
      if (kept != NONE) {
        replace(kept, place, row, first);
        return;
      }
    }
    if (size < capacity) {
      insert(size, place, size++, row, first);
    } else if (place < size) {
      int worst = order[size - 1];
      if (folds(worst)) {
        slotByFold.remove(fold(worst));
      }
      insert(worst, place, size - 1, row, first);
    }
  }

  /** Returns how many of the rows kept are better than the candidate. */
  private int placeOf(int row, long first) {
    int end = size;
    // Walks bring rows nearly in order: the place is near the end.
    while (end > 0 && size - end < NEAR && isBefore(row, first, end - 1)) {
      end--;
    }
    if (end == 0 || size - end < NEAR) {
      return end;
    }
    int low = 0;
    while (low < end) {
      int middle = (low + end) >>> 1;
      boolean before = isBefore(row, first, middle);
      end = before ? middle : end;
      low = before ? low : middle + 1;
    }
    return low;
  }

  /** Returns whether the candidate is better than the row at a place. */
  private boolean isBefore(int row, long first, int place) {
    if (first != firsts[place]) {
      return first < firsts[place];
    }
    load(row);
    return keys.compare(candidate, order[place]) < 0;
  }

  /** Puts the candidate in the place of a row of its fold, if it is better. */
  private void replace(int kept, int place, int row, long first) {
    int old = 0;
    while (order[old] != kept) {
      old++;
    }
    if (place <= old) {
      insert(kept, place, old, row, first);
    }
  }

  /** Keeps the candidate in a slot, at a place of the order; the next ones move up to another. */
  private void insert(int slot, int place, int last, int row, long first) {
    System.arraycopy(order, place, order, place + 1, last - place);
    System.arraycopy(firsts, place, firsts, place + 1, last - place);
    order[place] = slot;
    firsts[place] = first;
    keep(slot, row);
    if (folds(slot)) {
      slotByFold.put(fold(slot), slot);
    }
    if (size == capacity) {
      cutAt(order[size - 1]);
    }
  }

  @Override
  long secondCutoff(long first) {
    if (cutoff() != first) {
      return cutoff() < first ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    int worst = order[size - 1];
    return keys.isAbsent(worst, 0) || keys.isAbsent(worst, 1)
        ? Long.MAX_VALUE
        : keys.number(worst, 1);
  }

  @Override
  int[] drain() {
    int[] ranked = Arrays.copyOf(order, size);
    size = 0;
    slotByFold.clear();
    return ranked;
  }
}
