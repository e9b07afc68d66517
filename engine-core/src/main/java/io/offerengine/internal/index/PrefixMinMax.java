package io.offerengine.internal.index;

import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The least and the greatest key of another column among the first ranks of a permutation, and
 * among the last ranks, for every {@link #STEP} ranks.
 *
 * <p>If two fields grow together, or one falls as the other grows, the ranks at one end of the
 * first field have no row in a range of the second field. Binary search finds how many ranks these
 * are. This is the cumulative form of small materialized aggregates (Moerkotte, 1998).
 *
 * <p><b>Cost.</b> Building reads the other column once, in the order of the permutation. It takes
 * 32 bytes for every {@link #STEP} rows.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class PrefixMinMax {
  /** The ranks that share one entry. */
  static final int STEP = 256;

  /** A segment of fewer rows is searched faster than it is pruned. */
  static final int MIN_ROWS = 4096;

  /** The part of the ranks and of the values, at either end, that shows whether pruning pays. */
  private static final int PART = 4;

  private final NumericColumn column;
  private final int present;

  /** Of the first {@code (i + 1) * STEP} ranks; rows without a value have no key. */
  private final Extremes fromLeast;

  /** Of the last {@code (i + 1) * STEP} ranks that have a value. */
  private final Extremes fromGreatest;

  private static final class Extremes {
    private final long[] least;
    private final long[] greatest;

    Extremes(int steps) {
      this(new long[steps], new long[steps]);
    }

    private Extremes(long[] least, long[] greatest) {
      this.least = least;
      this.greatest = greatest;
    }

    /** Returns whether no row of the first steps has a key of a range. */
    boolean isOutside(KeyRange range, int step) {
      return greatest[step] < range.low() || least[step] > range.high();
    }

    void write(BlockWriter out) throws IOException {
      out.write(least);
      out.write(greatest);
    }

    static Extremes read(BlockReader in) throws IOException {
      return new Extremes(in.readPresentLongs(), in.readPresentLongs());
    }
  }

  /** Reads the keys of a column in the order of a permutation. */
  PrefixMinMax(SortedPermutation sorted, NumericColumn column) {
    this.column = column;
    this.present = sorted.presentCount();
    this.fromLeast = read(sorted, false);
    this.fromGreatest = read(sorted, true);
  }

  private PrefixMinMax(NumericColumn column, BlockReader in) throws IOException {
    this.column = column;
    this.present = in.readInt();
    this.fromLeast = Extremes.read(in);
    this.fromGreatest = Extremes.read(in);
  }

  void write(BlockWriter out) throws IOException {
    out.writeInt(present);
    fromLeast.write(out);
    fromGreatest.write(out);
  }

  static PrefixMinMax read(NumericColumn column, BlockReader in) throws IOException {
    return new PrefixMinMax(column, in);
  }

  private Extremes read(SortedPermutation sorted, boolean descending) {
    Extremes extremes = new Extremes((present + STEP - 1) / STEP);
    int[] rows = new int[STEP];
    long[] keys = new long[STEP];
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    for (int step = 0; step < extremes.least.length; step++) {
      int from = step * STEP;
      int size = Math.min(STEP, present - from);
      for (int i = 0; i < size; i++) {
        rows[i] = sorted.row(descending ? present - 1 - from - i : from + i);
      }
      column.keysOr(rows, size, NumericColumn.RARE_KEY, keys);
      for (int i = 0; i < size; i++) {
        if (keys[i] != NumericColumn.RARE_KEY || column.isPresent(rows[i])) {
          least = Math.min(least, keys[i]);
          greatest = Math.max(greatest, keys[i]);
        }
      }
      extremes.least[step] = least;
      extremes.greatest[step] = greatest;
    }
    return extremes;
  }

  /**
   * Returns whether two fields rise or fall together, so that ranges of both often exclude each
   * other: the rows of one quarter of the ranks, the least or the greatest ones, have no key of the
   * least or of the greatest quarter of the other field.
   *
   * <p><b>Cost.</b> Unless the fields rise or fall together, a few rows show that they do not.
   */
  static boolean pays(SortedPermutation sorted, SortedPermutation other) {
    return leavesOut(sorted, false, other) || leavesOut(sorted, true, other);
  }

  private static boolean leavesOut(
      SortedPermutation sorted, boolean descending, SortedPermutation other) {
    int present = sorted.presentCount();
    int others = other.presentCount();
    if (Math.min(present, others) < MIN_ROWS) {
      return false;
    }
    long least = other.key(others / PART);
    long greatest = other.key(others - 1 - others / PART);
    boolean hasLeast = false;
    boolean hasGreatest = false;
    for (int i = 0; i < present / PART && !(hasLeast && hasGreatest); i++) {
      int row = sorted.row(descending ? present - 1 - i : i);
      if (other.column().isPresent(row)) {
        long key = other.column().key(row);
        hasLeast |= key <= least;
        hasGreatest |= key >= greatest;
      }
    }
    return !(hasLeast && hasGreatest);
  }

  /** Returns those of some extremes that are of a column; null if there are none. */
  @SuppressWarnings("ReferenceEquality") // a column is known by its identity
  static @Nullable PrefixMinMax find(PrefixMinMax[] all, NumericColumn column) {
    for (PrefixMinMax each : all) {
      if (each.column == column) {
        return each;
      }
    }
    return null;
  }

  /**
   * Returns how many ranks at one end have no row in a range: a multiple of {@link #STEP}, or all
   * ranks that have a value.
   *
   * @param descending whether the end is that of the greatest keys
   */
  int ranksOutside(KeyRange range, boolean descending) {
    Extremes extremes = descending ? fromGreatest : fromLeast;
    // Most ranges leave no rank out, which the first step shows.
    if (present == 0 || !extremes.isOutside(range, 0)) {
      return 0;
    }
    int low = 0;
    int high = extremes.least.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean isOutside = extremes.isOutside(range, middle);
      low = isOutside ? middle + 1 : low;
      high = isOutside ? high : middle;
    }
    return Math.min(low * STEP, present);
  }

  /** Returns the memory of some of these, in bytes. */
  static long bytes(PrefixMinMax[] all) {
    long bytes = all.length == 0 ? 0 : Footprint.array(all.length, Footprint.REFERENCE);
    for (PrefixMinMax each : all) {
      bytes += Footprint.object(3 * Footprint.REFERENCE + Integer.BYTES);
      bytes += 2 * Footprint.object(2 * Footprint.REFERENCE);
      bytes += 4 * Footprint.array(each.fromLeast.least.length, Long.BYTES);
    }
    return bytes;
  }

  /** Returns some of these and one more. */
  static PrefixMinMax[] add(PrefixMinMax[] all, PrefixMinMax more) {
    PrefixMinMax[] added = Arrays.copyOf(all, all.length + 1);
    added[all.length] = more;
    return added;
  }
}
