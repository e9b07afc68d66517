package io.offerengine.internal.exec;

import io.offerengine.internal.index.Scratch;
import io.offerengine.query.Query;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import org.jspecify.annotations.Nullable;

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

  private static final long[] NO_FOLDS = {};
  private static final boolean[] NONE_FOLDED = {};

  /** So many places from the end are tried one by one. */
  private static final int NEAR = 4;

  /** The slots, the best row's first. */
  private final int[] ranked;

  /** The first numbers of the rows in this order. */
  private final long[] firsts;

  private final int[] segments;
  private final int[] rows;

  /** What the rows are folded by; empty in a query that doesn't fold. */
  private final long[] folds;

  private final boolean[] hasFold;

  /** Null in a query that doesn't fold. */
  private final @Nullable Long2IntOpenHashMap slotByFold;

  private int size;

  SortedRows(Query query, int capacity, int segments, Scratch scratch) {
    super(query, capacity, segments, scratch);
    Scratch.Best room = scratch.best();
    this.ranked = room.ranked;
    this.firsts = room.firsts;
    this.segments = room.segments;
    this.rows = room.rows;
    this.folds = query.fold() ? new long[capacity] : NO_FOLDS;
    this.hasFold = query.fold() ? new boolean[capacity] : NONE_FOLDED;
    this.slotByFold = query.fold() ? new Long2IntOpenHashMap(capacity) : null;
    if (slotByFold != null) {
      slotByFold.defaultReturnValue(NONE);
    }
  }

  @Override
  void place(int row, long first) {
    int place = placeOf(row, first);
    int kept = slotByFold != null && folds() ? slotByFold.get(fold()) : NONE;
    if (kept != NONE) {
      replace(kept, place, row, first);
    } else if (size < capacity) {
      insert(size, place, size++, row, first);
    } else if (place < size) {
      int worst = ranked[size - 1];
      if (slotByFold != null && hasFold[worst]) {
        slotByFold.remove(folds[worst]);
      }
      insert(worst, place, size - 1, row, first);
    }
  }

  /** Returns how many of the rows kept are better than a row. */
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

  /** Returns whether a row is better than that at a place. */
  private boolean isBefore(int row, long first, int place) {
    if (first != firsts[place]) {
      return first < firsts[place];
    }
    int slot = ranked[place];
    return order.compareTied(first, current(), row, columns(segments[slot]), rows[slot]) < 0;
  }

  /** Puts a row in the place of one of its fold, if it is better. */
  private void replace(int kept, int place, int row, long first) {
    int old = 0;
    while (ranked[old] != kept) {
      old++;
    }
    if (place <= old) {
      insert(kept, place, old, row, first);
    }
  }

  /** Keeps a row in a slot, at a place of the order; those up to another place move on. */
  private void insert(int slot, int place, int last, int row, long first) {
    if (place < last) {
      System.arraycopy(ranked, place, ranked, place + 1, last - place);
      System.arraycopy(firsts, place, firsts, place + 1, last - place);
    }
    ranked[place] = slot;
    firsts[place] = first;
    segments[slot] = segment();
    rows[slot] = row;
    if (slotByFold != null) {
      folds[slot] = fold();
      hasFold[slot] = folds();
      if (folds()) {
        slotByFold.put(fold(), slot);
      }
    }
    if (size == capacity) {
      cutAt(firsts[size - 1]);
    }
  }

  @Override
  long secondCutoff(long first) {
    if (cutoff() != first || first == Long.MAX_VALUE) {
      return cutoff() < first ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    int worst = ranked[size - 1];
    return order.number(columns(segments[worst]), rows[worst], 1);
  }

  @Override
  int finish() {
    return size;
  }

  @Override
  void copyBest(int[] segmentsByPlace, int[] rowsByPlace) {
    for (int place = 0; place < rowsByPlace.length; place++) {
      int slot = ranked[place];
      segmentsByPlace[place] = segments[slot];
      rowsByPlace[place] = rows[slot];
    }
  }
}
