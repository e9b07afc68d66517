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
 * <p>Rows that come with first numbers that don't fall, as {@linkplain MergedWalks merged walks}
 * bring them, need no sort but of those that tie; those that come behind them, of tails, are sorted
 * apart and merged.
 *
 * <p><b>Cost.</b> Memory for at most twice the rows wanted. A row costs O(1), and every so often a
 * radix sort by first number.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class BufferedRows extends TopRows {
  /** Room for a page of the usual large size from the start. */
  private static final int MOST_FIRST_SLOTS = 16_384;

  private long[] firsts;
  private int[] segments;
  private int[] rows;

  /** What the rows are folded by; empty in a query that doesn't fold. */
  private long[] folds;

  private boolean[] hasFold;
  private final LongOpenHashSet seenFolds = new LongOpenHashSet(0);
  private int size;

  /**
   * So many rows are in the order of their first numbers, from the first slot on: all of them until
   * one comes that falls back.
   */
  private int risen;

  /** How many of the rows in order fold with none before them. */
  private int distinct;

  BufferedRows(Query query, int capacity, int segmentCount, Scratch scratch) {
    super(query, capacity, segmentCount, scratch);
    int slots = Math.min(capacity + Scratch.BATCH, MOST_FIRST_SLOTS);
    this.firsts = new long[slots];
    this.segments = new int[slots];
    this.rows = new int[slots];
    this.folds = new long[query.fold() ? slots : 0];
    this.hasFold = new boolean[folds.length];
  }

  @Override
  void place(int row, long first) {
    if (size == 2 * capacity) {
      select();
      if (first > cutoff()) {
        return;
      }
    }
    boolean rises = risen == size && (size == 0 || first >= firsts[size - 1]);
    if (rises && folds() && isBehind(fold(), first)) {
      return;
    }
    if (size == firsts.length) {
      resize(2 * size);
    }
    firsts[size] = first;
    segments[size] = segment();
    rows[size] = row;
    if (folds.length > 0) {
      folds[size] = fold();
      hasFold[size] = folds();
    }
    size++;
    if (rises) {
      risen = size;
      countDistinct(first);
    }
  }

  @Override
  boolean isBehind(long foldOfRow, long first) {
    return size > 0 && first > firsts[risen - 1] && seenFolds.contains(foldOfRow);
  }

  private void countDistinct(long first) {
    if (!isFull()) {
      distinct += !folds() || seenFolds.add(fold()) ? 1 : 0;
      if (distinct == capacity) {
        cutAt(first);
      }
    }
  }

  private void resize(int slots) {
    firsts = Arrays.copyOf(firsts, slots);
    segments = Arrays.copyOf(segments, slots);
    rows = Arrays.copyOf(rows, slots);
    if (folds.length > 0) {
      folds = Arrays.copyOf(folds, slots);
      hasFold = Arrays.copyOf(hasFold, slots);
    }
  }

  /** Sorts the rows and keeps the best. */
  private void select() {
    int[] best = sorted();
    int kept = 0;
    seenFolds.clear();
    for (int i = 0; i < best.length && kept < capacity; i++) {
      boolean folded = folds.length > 0 && hasFold[best[i]] && !seenFolds.add(folds[best[i]]);
      if (!folded) {
        best[kept++] = best[i];
      }
    }
    if (!isIdentity(best, kept)) {
      move(best, kept);
    }
    size = kept;
    risen = kept;
    distinct = kept;
    if (size == capacity) {
      cutAt(firsts[size - 1]);
    }
  }

  private static boolean isIdentity(int[] order, int count) {
    for (int i = 0; i < count; i++) {
      if (order[i] != i) {
        return false;
      }
    }
    return true;
  }

  /** Moves rows to the slots of their places in an order. */
  private void move(int[] order, int count) {
    long[] oldFirsts = firsts.clone();
    int[] oldSegments = segments.clone();
    int[] oldRows = rows.clone();
    long[] oldFolds = folds.clone();
    boolean[] oldHasFold = hasFold.clone();
    for (int i = 0; i < count; i++) {
      firsts[i] = oldFirsts[order[i]];
      segments[i] = oldSegments[order[i]];
      rows[i] = oldRows[order[i]];
      if (folds.length > 0) {
        folds[i] = oldFolds[order[i]];
        hasFold[i] = oldHasFold[order[i]];
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
          IntArrays.quickSort(ranked, from, i, this::compareTied);
        }
        from = i;
      }
    }
    return ranked;
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

  private int compareTied(int left, int right) {
    return left == right
        ? 0
        : order.compareTied(
            firsts[left],
            columns(segments[left]),
            rows[left],
            columns(segments[right]),
            rows[right]);
  }

  @Override
  long secondCutoff(long first) {
    return cutoff() < first ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  @Override
  int finish() {
    select();
    return size;
  }

  @Override
  void copyBest(int[] segmentsByPlace, int[] rowsByPlace) {
    System.arraycopy(segments, 0, segmentsByPlace, 0, segmentsByPlace.length);
    System.arraycopy(rows, 0, rowsByPlace, 0, rowsByPlace.length);
  }
}
