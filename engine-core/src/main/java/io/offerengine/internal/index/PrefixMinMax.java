package io.offerengine.internal.index;

import io.offerengine.internal.column.BinarySearch;
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

  private final NumericColumn column;
  private final int present;

  /** Of the first {@code (i + 1) * STEP} ranks; rows without a value have no key. */
  private final Extremes fromLeast;

  /** Of the last {@code (i + 1) * STEP} ranks that have a value. */
  private final Extremes fromGreatest;

  private record Extremes(
      @SuppressWarnings("ArrayRecordComponent") long[] least,
      @SuppressWarnings("ArrayRecordComponent") long[] greatest) {
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
    int steps = (present + STEP - 1) / STEP;
    Extremes extremes = new Extremes(new long[steps], new long[steps]);
    int[] rows = new int[STEP];
    long[] keys = new long[STEP];
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    for (int step = 0; step < steps; step++) {
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
    int steps =
        BinarySearch.firstBehind(
            0,
            extremes.least.length,
            step -> extremes.greatest[step] >= range.low() && extremes.least[step] <= range.high());
    return Math.min(steps * STEP, present);
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
