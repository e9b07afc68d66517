package io.offerengine.internal.index;

import io.offerengine.internal.column.BinarySearch;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.PackedColumn;
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
 *
 * @param column the other column
 * @param present how many ranks have a row with a value
 * @param before of the ranks before {@code (i + 1) * STEP}; rows without a value have no key
 * @param from of the ranks from {@code i * STEP} on
 */
record PrefixMinMax(PackedColumn column, int present, Extremes before, Extremes from) {
  /** The ranks that share one entry. */
  static final int STEP = 256;

  /** A segment of fewer rows is searched faster than it is pruned. */
  static final int MIN_ROWS = 4096;

  /** Fewer ranks at one end are too few to leave out. */
  private static final int RANKS_PART = 64;

  /** Fewer rows with a key may all miss one quarter of the keys by chance. */
  private static final int LEAST_SEEN = 48;

  /** A range of many searches has a quarter of the values, at one end. */
  private static final int VALUES_PART = 4;

  /** The least and the greatest keys by position. */
  record Extremes(
      @SuppressWarnings("ArrayRecordComponent") long[] least,
      @SuppressWarnings("ArrayRecordComponent") long[] greatest) {
    /** Returns whether a range has none of the keys of an entry. */
    boolean isOutside(KeyRange range, int entry) {
      return greatest[entry] < range.low() || least[entry] > range.high();
    }

    /** Takes the extremes of an entry into those of another one. */
    void include(int entry, int other) {
      least[other] = Math.min(least[other], least[entry]);
      greatest[other] = Math.max(greatest[other], greatest[entry]);
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
  static PrefixMinMax of(SortedPermutation sorted, PackedColumn column) {
    Extremes before = ofEachStep(sorted, column);
    Extremes from = new Extremes(before.least.clone(), before.greatest.clone());
    int steps = before.least.length;
    for (int step = 1; step < steps; step++) {
      before.include(step - 1, step);
      from.include(steps - step, steps - step - 1);
    }
    return new PrefixMinMax(column, sorted.presentCount(), before, from);
  }

  void write(BlockWriter out) throws IOException {
    out.writeInt(present);
    before.write(out);
    from.write(out);
  }

  static PrefixMinMax read(PackedColumn column, BlockReader in) throws IOException {
    return new PrefixMinMax(column, in.readInt(), Extremes.read(in), Extremes.read(in));
  }

  private static Extremes ofEachStep(SortedPermutation sorted, PackedColumn column) {
    int present = sorted.presentCount();
    int steps = (present + STEP - 1) / STEP;
    Extremes extremes = new Extremes(new long[steps], new long[steps]);
    int[] rows = new int[STEP];
    for (int step = 0; step < steps; step++) {
      int first = step * STEP;
      int size = Math.min(STEP, present - first);
      for (int i = 0; i < size; i++) {
        rows[i] = sorted.row(first + i);
      }
      PackedColumn.Extremes ofStep = column.extremes(rows, size);
      extremes.least[step] = ofStep.least();
      extremes.greatest[step] = ofStep.greatest();
    }
    return extremes;
  }

  /**
   * Returns whether the rows at one end of an order lack a quarter of the keys of another field:
   * those of the first or of the last 64th of the ranks have none of its least quarter, or none of
   * its greatest. Ranges of both fields then often exclude each other. Rows with equal keys are
   * taken together.
   *
   * <p><b>Cost.</b> If no quarter is missing, a few rows show this.
   */
  static boolean pays(SortedPermutation sorted, SortedPermutation other) {
    int present = sorted.presentCount();
    if (Math.min(present, other.presentCount()) < MIN_ROWS) {
      return false;
    }
    int part = present / RANKS_PART;
    int end = sorted.rankBehind(sorted.key(part - 1));
    int start = sorted.rank(sorted.key(present - part));
    return leavesOut(sorted, 0, end, other) || leavesOut(sorted, start, present, other);
  }

  /** Returns whether rows of some ranks have no key of a quarter at one end of another field. */
  private static boolean leavesOut(
      SortedPermutation sorted, int fromRank, int toRank, SortedPermutation other) {
    int part = other.presentCount() / VALUES_PART;
    long least = other.key(part - 1);
    long greatest = other.key(other.presentCount() - part);
    int seen = 0;
    boolean hasLeast = false;
    boolean hasGreatest = false;
    for (int rank = fromRank; rank < toRank && !(hasLeast && hasGreatest); rank++) {
      int row = sorted.row(rank);
      if (other.column().isPresent(row)) {
        long key = other.column().key(row);
        seen++;
        hasLeast |= key <= least;
        hasGreatest |= key >= greatest;
      }
    }
    return seen >= LEAST_SEEN && !(hasLeast && hasGreatest);
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
   * Returns how many ranks at one end have no row in a range: those of whole steps, or all ranks
   * that have a value.
   *
   * @param descending whether the end is that of the greatest keys
   */
  int ranksOutside(KeyRange range, boolean descending) {
    int steps = before.least.length;
    // Most ranges leave no rank out, which the step at the end shows.
    if (steps == 0 || !(descending ? from : before).isOutside(range, descending ? steps - 1 : 0)) {
      return 0;
    }
    int step =
        descending
            ? BinarySearch.firstBehind(0, steps, at -> from.isOutside(range, at))
            : BinarySearch.firstBehind(0, steps, at -> !before.isOutside(range, at));
    int rank = Math.min(step * STEP, present);
    return descending ? present - rank : rank;
  }

  /** Returns some of these and one more. */
  static PrefixMinMax[] add(PrefixMinMax[] all, PrefixMinMax more) {
    PrefixMinMax[] added = Arrays.copyOf(all, all.length + 1);
    added[all.length] = more;
    return added;
  }
}
