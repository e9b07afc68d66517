package io.offerengine.internal.index;

import io.offerengine.internal.column.BinarySearch;
import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.KeyOrder;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.internal.column.RowMap;
import io.offerengine.internal.column.RowMaps;
import io.offerengine.internal.column.SortedRuns;
import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a segment sorted by a numeric column: by key, equal keys by row, absent rows last.
 *
 * <p>The position of a row in this order is its <em>rank</em>. {@link RankBuckets} have bitmaps of
 * the rows before some ranks. A range of ranks is the difference of the two bitmaps that are next
 * to its ends; the few rows between an end and its bitmap are set or cleared one by one.
 *
 * <p><b>Cost.</b> {@link #rank} is a binary search: O(log rows) reads of the column. Memory is four
 * bytes a row and the bitmaps of the buckets, none if storage order is this order.
 *
 * <p><b>Threads.</b> Immutable once the segment is sealed, but for the prefix cache, which is safe
 * for all.
 */
public final class SortedPermutation {
  /** The ranks per sampled key: the first steps of a binary search stay in the caches. */
  private static final int RANKS_PER_SAMPLE = 128;

  private final PackedColumn column;
  private final int rowCount;
  private final int present;

  /** By rank; null if storage order is this order. */
  final int @Nullable [] rows;

  /** Null if storage order is this order. */
  final @Nullable RankBuckets buckets;

  /** The keys of the ranks that are multiples of {@link #RANKS_PER_SAMPLE}. */
  private final long[] samples;

  private final PrefixCache prefixCache = new PrefixCache(this);

  /**
   * By column that rises or falls with this one; set while the segment is sealed, by one thread.
   */
  private PrefixMinMax[] extremes = {};

  private SortedPermutation(PackedColumn column, int rowCount, int present, int @Nullable [] rows) {
    this.column = column;
    this.rowCount = rowCount;
    this.present = present;
    this.rows = rows;
    this.buckets = rows == null ? null : new RankBuckets(rows);
    this.samples = new long[(present + RANKS_PER_SAMPLE - 1) / RANKS_PER_SAMPLE];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = key(i * RANKS_PER_SAMPLE);
    }
  }

  /** Sorts a column. */
  static SortedPermutation of(PackedColumn column, NumericStatistics known) {
    int present = known.present();
    int[] rows = new int[known.rows()];
    long[] keys = new long[present];
    int next = 0;
    int absent = present;
    for (int row = 0; row < rows.length; row++) {
      if (column.isPresent(row)) {
        keys[next] = column.key(row);
        rows[next++] = row;
      } else {
        rows[absent++] = row;
      }
    }
    int[] order = KeyOrder.of(keys);
    for (int rank = 0; rank < present; rank++) {
      order[rank] = rows[order[rank]];
    }
    System.arraycopy(order, 0, rows, 0, present);
    return of(column, present, rows);
  }

  /** Writes the order; buckets and samples are made again, which is faster than reading them. */
  void write(BlockWriter out) throws IOException {
    out.writeInt(rowCount);
    out.writeInt(present);
    out.write(rows);
  }

  static SortedPermutation read(PackedColumn column, BlockReader in) throws IOException {
    return new SortedPermutation(column, in.readInt(), in.readInt(), in.readInts());
  }

  /**
   * Returns the order of a column.
   *
   * @param present how many rows have a value
   * @param rows the rows in this order, which the permutation owns from now on
   */
  static SortedPermutation of(PackedColumn column, int present, int[] rows) {
    int rank = 0;
    while (rank < rows.length && rows[rank] == rank) {
      rank++;
    }
    boolean lie = rank == rows.length;
    return new SortedPermutation(column, rows.length, present, lie ? null : rows);
  }

  /**
   * Merges the orders of several columns.
   *
   * @param column has the values of all rows
   * @param sources the order of each source; null for a source without one, which is sorted
   */
  static SortedPermutation merge(
      PackedColumn column, List<@Nullable SortedPermutation> sources, RowMaps rows) {
    List<int[]> runs = new ArrayList<>();
    for (int source = 0; source < sources.size(); source++) {
      SortedPermutation known = sources.get(source);
      RowMap map = rows.source(source);
      runs.add(known == null ? sorted(column, map.newRows().clone()) : known.newRows(map));
    }
    int[] order = SortedRuns.merge(runs, (left, right) -> isBefore(column, left, right));
    // Rows without a value come last.
    int present = BinarySearch.firstBehind(0, order.length, rank -> !column.isPresent(order[rank]));
    return of(column, present, order);
  }

  private static int[] sorted(PackedColumn column, int[] rows) {
    IntArrays.quickSort(
        rows, (left, right) -> left == right ? 0 : isBefore(column, left, right) ? -1 : 1);
    return rows;
  }

  private static boolean isBefore(PackedColumn column, int left, int right) {
    long leftKey = column.keyOr(left, Long.MAX_VALUE);
    long rightKey = column.keyOr(right, Long.MAX_VALUE);
    if (leftKey != rightKey) {
      return leftKey < rightKey;
    }
    boolean isPresent = leftKey < Long.MAX_VALUE || column.isPresent(left);
    boolean isOtherPresent = leftKey < Long.MAX_VALUE || column.isPresent(right);
    return isPresent == isOtherPresent ? left < right : isPresent;
  }

  /** Returns the new numbers of the surviving rows, in this order. */
  int[] newRows(RowMap map) {
    int[] all = rows;
    if (all == null) {
      return map.newRows();
    }
    int[] newRows = new int[map.size()];
    int size = 0;
    for (int row : all) {
      int newRow = map.newRow(row);
      if (newRow != RowMap.DROPPED) {
        newRows[size++] = newRow;
      }
    }
    return newRows;
  }

  /** Returns whether the column has more different values than a number. */
  boolean hasMoreValues(int count) {
    int rank = 0;
    for (int value = 0; value < count && rank < present; value++) {
      long key = key(rank);
      rank = rankBehind(key);
    }
    return rank < present;
  }

  /** Returns the least and the greatest key, and how many rows have one. */
  NumericStatistics statistics() {
    return present == 0
        ? new NumericStatistics(Long.MAX_VALUE, Long.MIN_VALUE, 0, rowCount)
        : new NumericStatistics(key(0), key(present - 1), present, rowCount);
  }

  /** Returns the number of rows whose key is below a key. */
  public int rank(long key) {
    int sample = samplesBelow(key);
    int low = Math.max(0, (sample - 1) * RANKS_PER_SAMPLE + 1);
    int high = Math.min(present, sample * RANKS_PER_SAMPLE);
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean below = column.key(row(middle)) < key;
      low = below ? middle + 1 : low;
      high = below ? high : middle;
    }
    return low;
  }

  /** Returns the number of rows whose key is a key or below. */
  int rankBehind(long key) {
    return key == Long.MAX_VALUE ? present : rank(key + 1);
  }

  private int samplesBelow(long key) {
    int low = 0;
    int high = samples.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean below = samples[middle] < key;
      low = below ? middle + 1 : low;
      high = below ? high : middle;
    }
    return low;
  }

  /** Returns the row of a rank. */
  public int row(int rank) {
    return rows == null ? rank : rows[rank];
  }

  /** Lists the rows of some ranks, by rank. */
  RowBatches batches(int from, int to) {
    return rows == null ? RowBatches.range(from, to) : RowBatches.of(rows, from, to);
  }

  /** Returns the key of a rank below {@link #presentCount}. */
  long key(int rank) {
    return column.key(row(rank));
  }

  /** Returns the number of rows that have a value; the other rows have the ranks from here on. */
  public int presentCount() {
    return present;
  }

  /** Returns the number of rows. */
  public int rowCount() {
    return rowCount;
  }

  /** Drops rows whose rank is outside a range. Rows of the buckets of its ends may remain. */
  void narrow(long[] words, int from, int to, int fromRank, int toRank) {
    RankBuckets known = buckets;
    if (known == null) {
      Bits.keepRange(words, from, to, fromRank, toRank);
      return;
    }
    known.dropBefore(known.atOrBefore(fromRank), words, from, to);
    known.keepBefore(known.atOrBehind(toRank), words, from, to);
  }

  /** Returns whether {@link #narrow} is exact. */
  boolean narrowsExactly() {
    return buckets == null;
  }

  /** Retains the rows of a bitmap whose ranks are in a range. */
  void retain(long[] words, int wordCount, int fromRank, int toRank, Scratch scratch) {
    RankBuckets known = buckets;
    if (known == null) {
      Bits.keepRange(words, 0, wordCount, fromRank, toRank);
      return;
    }
    if (toRank < rowCount) {
      retain(known, words, wordCount, toRank, true, scratch);
    }
    if (fromRank > 0) {
      retain(known, words, wordCount, fromRank, false, scratch);
    }
  }

  /** Returns how many rows {@link #retain} repairs one by one. */
  int repairedRows(int fromRank, int toRank) {
    return buckets == null
        ? 0
        : Math.abs(fromRank - buckets.start(buckets.nearest(fromRank)))
            + Math.abs(toRank - buckets.start(buckets.nearest(toRank)));
  }

  /**
   * Retains the rows below a rank, or those from the rank on. Bitmaps do so for the nearest bucket;
   * the rows between the bucket and the rank are set or cleared one by one.
   */
  private void retain(
      RankBuckets known, long[] words, int wordCount, int rank, boolean below, Scratch scratch) {
    int bucket = known.nearest(rank);
    int from = below ? known.start(bucket) : rank;
    int to = below ? rank : known.start(bucket);
    int[] missing = scratch.rows(Math.max(0, to - from));
    int size = members(words, from, to, missing);
    if (below) {
      known.keepBefore(bucket, words, 0, wordCount);
    } else {
      known.dropBefore(bucket, words, 0, wordCount);
    }
    repair(words, to, from, missing, size);
  }

  /**
   * Lists the rows of a bitmap whose ranks are in a range, by rank, without a branch per row.
   *
   * @param target has room for as many rows as there are ranks
   */
  public int members(long[] words, int from, int to, int[] target) {
    int size = 0;
    for (int rank = from; rank < to; rank++) {
      int row = row(rank);
      target[size] = row;
      size += (int) (words[row >>> 6] >>> row & 1);
    }
    return size;
  }

  /**
   * Removes the rows of ranks from {@code from} to {@code to}, and adds those that were missing.
   */
  private void repair(long[] words, int from, int to, int[] missing, int size) {
    for (int rank = from; rank < to; rank++) {
      Bits.clear(words, row(rank));
    }
    for (int i = 0; i < size; i++) {
      Bits.set(words, missing[i]);
    }
  }

  /** Returns the copies of keys and bits of the first rows from either end. */
  public PrefixCache prefixCache() {
    return prefixCache;
  }

  /**
   * Takes up the extremes of another column, before any search reads this permutation. A small
   * segment takes up none.
   */
  public void addExtremes(PackedColumn other) {
    if (rowCount >= PrefixMinMax.MIN_ROWS && !isOf(other) && extremes(other) == null) {
      extremes = PrefixMinMax.add(extremes, PrefixMinMax.of(this, other));
    }
  }

  /** Takes up the extremes of another sorted column if ranges of both would exclude each other. */
  public void addExtremesIfTheyPay(SortedPermutation other) {
    if (!isOf(other.column) && PrefixMinMax.pays(this, other)) {
      addExtremes(other.column);
    }
  }

  /** Returns the column that the rows are sorted by. */
  public PackedColumn column() {
    return column;
  }

  /** Writes the extremes of another column, if there are any. */
  public void writeExtremes(PackedColumn other, BlockWriter out) throws IOException {
    out.writeOptional(extremes(other), PrefixMinMax::write);
  }

  /** Reads what {@link #writeExtremes} wrote. */
  public void readExtremes(PackedColumn other, BlockReader in) throws IOException {
    PrefixMinMax read = in.readOptional(from -> PrefixMinMax.read(other, from));
    extremes = read == null ? extremes : PrefixMinMax.add(extremes, read);
  }

  /** Returns whether there are extremes of any column. */
  boolean hasExtremes() {
    return extremes.length > 0;
  }

  /** Returns the extremes of a column; null if there are none. */
  @Nullable PrefixMinMax extremes(NumericColumn other) {
    return PrefixMinMax.find(extremes, other);
  }

  /** Returns whether the rows are sorted by a column. */
  @SuppressWarnings("ReferenceEquality") // a column is known by its identity
  boolean isOf(NumericColumn other) {
    return column == other;
  }
}
