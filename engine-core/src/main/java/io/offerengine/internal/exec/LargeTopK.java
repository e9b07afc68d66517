package io.offerengine.internal.exec;

import io.offerengine.internal.index.Scratch;
import io.offerengine.query.Query;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A collector of many rows: it appends rows as they come, and sorts them now and then.
 *
 * <p>Rows that come in the order of first keys, as a {@link MergingScan} brings them, need no sort
 * except of those that tie. Rows that come behind them, mostly those of tails, are sorted apart and
 * merged.
 *
 * <p><b>Cost.</b> Memory for at most 2k rows. A row costs O(1), and a radix sort by first key after
 * every k rows.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class LargeTopK extends TopKCollector {
  /** The initial room: a page of 10,000 rows and some more. */
  private static final int MOST_FIRST_SLOTS = 16_384;

  private static final int NOWHERE = -1;

  private long[] firsts;

  /** The locations of the rows. */
  private long[] locations;

  /** The fold values of the rows; empty in a query that does not collapse. */
  private long[] folds;

  /** The slot of the row of each fold value, as far as rows are in order. */
  private final Long2IntOpenHashMap slotOfFold;

  private int size;

  /**
   * The number of rows, from the first slot on, that are in the order of first keys and have
   * different fold values: all rows until one comes out of order.
   */
  private int risen;

  LargeTopK(
      Query query, int capacity, int segmentCount, Scratch scratch, @Nullable PassedFolds passed) {
    super(query, capacity, segmentCount, scratch, passed);
    int slots = Math.min(capacity + Scratch.BATCH, MOST_FIRST_SLOTS);
    this.firsts = new long[slots];
    this.locations = new long[slots];
    this.folds = new long[isFolded() ? slots : 0];
    this.slotOfFold = new Long2IntOpenHashMap(Math.min(folds.length, capacity));
    slotOfFold.defaultReturnValue(NOWHERE);
  }

  /**
   * Appends rows of several segments, in the order of their first keys. The collector was turned to
   * each of these segments before.
   *
   * @param runFolds not used in a query that does not collapse
   */
  void append(long[] runFirsts, long[] runLocations, long[] runFolds, int count) {
    boolean rises = risen == size && (size == 0 || count == 0 || runFirsts[0] >= firsts[size - 1]);
    if (isFolded() || !rises || size + count > 2 * capacity) {
      for (int i = 0; i < count; i++) {
        boolean hasFold = isFolded() && hasFold(runLocations[i], runFolds[i]);
        append(runLocations[i], runFirsts[i], hasFold, hasFold ? runFolds[i] : RowFolds.NO_FOLD);
      }
      return;
    }
    reserve(size + count);
    System.arraycopy(runFirsts, 0, firsts, size, count);
    System.arraycopy(runLocations, 0, locations, size, count);
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
  void insert(int row, long first, boolean hasFold, long fold) {
    append(location(segment(), row), first, hasFold, fold);
  }

  private void append(long location, long first, boolean hasFold, long fold) {
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
        retainBetter(known, location, first);
        return;
      }
    }
    reserve(size + 1);
    firsts[size] = first;
    locations[size] = location;
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

  /** Retains the better of two rows of one fold value. */
  private void retainBetter(int slot, long location, long first) {
    if (first == firsts[slot] && compareTied(first, location, locations[slot]) < 0) {
      locations[slot] = location;
    }
  }

  private int compareTied(long first, long left, long right) {
    return order.compareTied(
        first, columns(segmentOf(left)), (int) left, columns(segmentOf(right)), (int) right);
  }

  @Override
  boolean isCollected(long foldOfRow) {
    return slotOfFold.containsKey(foldOfRow);
  }

  private boolean hasFold(long location, long fold) {
    return RowFolds.hasFold(columns(segmentOf(location)), (int) location, fold);
  }

  private void reserve(int slots) {
    if (slots > firsts.length) {
      int more = Math.max(slots, Math.min(2 * firsts.length, 2 * capacity));
      firsts = Arrays.copyOf(firsts, more);
      locations = Arrays.copyOf(locations, more);
      folds = folds.length == 0 ? folds : Arrays.copyOf(folds, more);
    }
  }

  /** Sorts the rows and retains the best k. */
  private void select() {
    int[] best = sorted();
    int retained = 0;
    slotOfFold.clear();
    for (int i = 0; i < best.length && retained < capacity; i++) {
      int slot = best[i];
      boolean folded =
          folds.length > 0
              && hasFold(locations[slot], folds[slot])
              && slotOfFold.putIfAbsent(folds[slot], retained) != NOWHERE;
      if (!folded) {
        best[retained++] = slot;
      }
    }
    move(best, retained);
    size = retained;
    risen = retained;
    if (size == capacity) {
      cutAt(firsts[size - 1]);
    }
  }

  /** Moves rows to the slots of their places. */
  private void move(int[] order, int count) {
    long[] oldFirsts = firsts.clone();
    long[] oldLocations = locations.clone();
    long[] oldFolds = folds.clone();
    for (int i = 0; i < count; i++) {
      firsts[i] = oldFirsts[order[i]];
      locations[i] = oldLocations[order[i]];
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
              (left, right) ->
                  left == right ? 0 : compareTied(first, locations[left], locations[right]));
        }
        from = i;
      }
    }
    return ranked;
  }

  /** Sorts the rows that tie. */
  private void sortTied() {
    int from = 0;
    for (int i = 1; i <= size; i++) {
      if (i == size || firsts[i] != firsts[from]) {
        if (i - from > 1) {
          long first = firsts[from];
          LongArrays.quickSort(
              locations, from, i, (left, right) -> compareTied(first, left, right));
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
    return locations[place];
  }
}
