package io.offerengine.internal.exec;

import io.offerengine.internal.index.Scratch;
import io.offerengine.query.Query;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/**
 * Many best rows: gathered as they come, sorted now and then.
 *
 * <p>Rows that come with first numbers that don't fall, as {@linkplain MergingScan merged walks}
 * bring them, need no sort but of those that tie; those that come behind them, of tails, are sorted
 * apart and merged.
 *
 * <p><b>Cost.</b> Memory for at most twice the rows wanted. A row costs O(1), and every so often a
 * radix sort by first number.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class LargeTopK extends TopKCollector {
  /** Room for a page of the usual large size from the start. */
  private static final int MOST_FIRST_SLOTS = 16_384;

  private static final int NOWHERE = -1;

  private long[] firsts;

  /** Where the rows are. */
  private long[] places;

  /** What the rows are folded by; empty in a query that doesn't fold. */
  private long[] folds;

  /** Where the row of a fold value is, as far as rows are in order. */
  private final Long2IntOpenHashMap slotOfFold;

  private int size;

  /**
   * So many rows are in the order of their first numbers and each of another fold, from the first
   * slot on: all of them until one comes that falls back.
   */
  private int risen;

  LargeTopK(Query query, int capacity, int segmentCount, Scratch scratch) {
    super(query, capacity, segmentCount, scratch);
    int slots = Math.min(capacity + Scratch.BATCH, MOST_FIRST_SLOTS);
    this.firsts = new long[slots];
    this.places = new long[slots];
    this.folds = new long[isFolded() ? slots : 0];
    this.slotOfFold = new Long2IntOpenHashMap(Math.min(folds.length, capacity));
    slotOfFold.defaultReturnValue(NOWHERE);
  }

  /**
   * Keeps rows of several segments that were turned to before, which come in the order of their
   * first numbers.
   *
   * @param runFolds not used in a query that doesn't fold
   */
  void append(long[] runFirsts, long[] runPlaces, long[] runFolds, int count) {
    boolean rises = risen == size && (size == 0 || count == 0 || runFirsts[0] >= firsts[size - 1]);
    if (isFolded() || !rises || size + count > 2 * capacity) {
      for (int i = 0; i < count; i++) {
        boolean hasFold = isFolded() && hasFold(runPlaces[i], runFolds[i]);
        keep(runPlaces[i], runFirsts[i], hasFold, hasFold ? runFolds[i] : RowFolds.NO_FOLD);
      }
      return;
    }
    reserve(size + count);
    System.arraycopy(runFirsts, 0, firsts, size, count);
    System.arraycopy(runPlaces, 0, places, size, count);
    size += count;
    if (size >= capacity) {
      cutAt(firsts[capacity - 1]);
      while (firsts[size - 1] > cutoff()) {
        size--;
      }
    }
    risen = size;
  }

  @Override
  void place(int row, long first) {
    keep(location(segment(), row), first, folds(), fold());
  }

  private void keep(long place, long first, boolean hasFold, long fold) {
    if (size == 2 * capacity) {
      select();
    }
    if (first > cutoff()) {
      return;
    }
    boolean rises = risen == size && (size == 0 || first >= firsts[size - 1]);
    if (rises && hasFold) {
      int known = slotOfFold.putIfAbsent(fold, size);
      if (known != NOWHERE) {
        keepBetter(known, place, first);
        return;
      }
    }
    reserve(size + 1);
    firsts[size] = first;
    places[size] = place;
    if (folds.length > 0) {
      folds[size] = hasFold ? fold : RowFolds.NO_FOLD;
    }
    size++;
    if (rises) {
      risen = size;
      if (risen == capacity) {
        cutAt(first);
      }
    }
  }

  /** Keeps the better one of two rows of one fold value. */
  private void keepBetter(int slot, long place, long first) {
    if (first == firsts[slot] && compareTied(first, place, places[slot]) < 0) {
      places[slot] = place;
    }
  }

  private int compareTied(long first, long left, long right) {
    return order.compareTied(
        first, columns(segmentOf(left)), (int) left, columns(segmentOf(right)), (int) right);
  }

  @Override
  boolean isEmpty() {
    return size == 0;
  }

  @Override
  boolean isBehind(long foldOfRow, long first) {
    int slot = slotOfFold.get(foldOfRow);
    return slot != NOWHERE && firsts[slot] < first;
  }

  private boolean hasFold(long place, long fold) {
    return RowFolds.hasFold(columns(segmentOf(place)), (int) place, fold);
  }

  private void reserve(int slots) {
    if (slots > firsts.length) {
      int more = Math.max(slots, Math.min(2 * firsts.length, 2 * capacity));
      firsts = Arrays.copyOf(firsts, more);
      places = Arrays.copyOf(places, more);
      folds = folds.length == 0 ? folds : Arrays.copyOf(folds, more);
    }
  }

  /** Sorts the rows and keeps the best. */
  private void select() {
    int[] best = sorted();
    int kept = 0;
    slotOfFold.clear();
    for (int i = 0; i < best.length && kept < capacity; i++) {
      int slot = best[i];
      boolean folded =
          folds.length > 0
              && hasFold(places[slot], folds[slot])
              && slotOfFold.putIfAbsent(folds[slot], kept) != NOWHERE;
      if (!folded) {
        best[kept++] = slot;
      }
    }
    move(best, kept);
    size = kept;
    risen = kept;
    if (size == capacity) {
      cutAt(firsts[size - 1]);
    }
  }

  /** Moves rows to the slots of their places in an order. */
  private void move(int[] order, int count) {
    long[] oldFirsts = firsts.clone();
    long[] oldPlaces = places.clone();
    long[] oldFolds = folds.clone();
    for (int i = 0; i < count; i++) {
      firsts[i] = oldFirsts[order[i]];
      places[i] = oldPlaces[order[i]];
      if (folds.length > 0) {
        folds[i] = oldFolds[order[i]];
      }
    }
  }

  private int[] sorted() {
    int[] ranked = new int[size];
    for (int i = 0; i < size; i++) {
      ranked[i] = i;
    }
    if (risen < size) {
      boolean mostlyRisen = risen > size / 2;
      LongArrays.radixSortIndirect(ranked, firsts, mostlyRisen ? risen : 0, size, false);
      ranked = mostlyRisen ? merge(ranked) : ranked;
    }
    int from = 0;
    for (int i = 1; i <= size; i++) {
      if (i == size || firsts[ranked[i]] != firsts[ranked[from]]) {
        if (i - from > 1) {
          long first = firsts[ranked[from]];
          IntArrays.quickSort(
              ranked,
              from,
              i,
              (left, right) -> left == right ? 0 : compareTied(first, places[left], places[right]));
        }
        from = i;
      }
    }
    return ranked;
  }

  /** Puts those of the rows in order that tie. */
  private void sortTied() {
    int from = 0;
    for (int i = 1; i <= size; i++) {
      if (i == size || firsts[i] != firsts[from]) {
        if (i - from > 1) {
          long first = firsts[from];
          LongArrays.quickSort(places, from, i, (left, right) -> compareTied(first, left, right));
        }
        from = i;
      }
    }
  }

  /** Merges the slots up to {@link #risen} with the sorted ones behind. */
  private int[] merge(int[] ranked) {
    int[] merged = new int[size];
    int left = 0;
    int right = risen;
    for (int i = 0; i < size; i++) {
      boolean first =
          right == size || (left < risen && firsts[ranked[left]] <= firsts[ranked[right]]);
      merged[i] = first ? ranked[left++] : ranked[right++];
    }
    return merged;
  }

  @Override
  long secondCutoff(long first) {
    return cutoff() < first ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  @Override
  int finish() {
    if (risen < size) {
      select();
    } else {
      sortTied();
      size = Math.min(size, capacity);
    }
    return size;
  }

  @Override
  long location(int place) {
    return places[place];
  }
}
