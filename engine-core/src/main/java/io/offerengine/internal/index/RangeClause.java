package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.query.NumericSet;
import org.jspecify.annotations.Nullable;

/**
 * A clause on a column with a sorted permutation: a run of ranks for every range of accepted keys,
 * and one run for absence.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class RangeClause extends Clause {
  private final SortedPermutation permutation;
  private final Clause column;
  private final Scratch scratch;
  private final int[] from;
  private final int[] to;

  private RangeClause(
      SortedPermutation permutation,
      Clause column,
      Scratch scratch,
      int[] from,
      int[] to,
      int count) {
    super(column.field(), count, Check.VALUE);
    this.permutation = permutation;
    this.column = column;
    this.scratch = scratch;
    this.from = from;
    this.to = to;
  }

  /**
   * Returns the clause that accepts the rows with the values of a set.
   *
   * @param column the same condition on the column itself
   */
  static RangeClause of(
      SortedPermutation permutation, NumericSet accepted, Clause column, Scratch scratch) {
    int ranges = accepted.rangeCount();
    int runs = ranges + (accepted.includesAbsent() ? 1 : 0);
    int[] from = new int[runs];
    int[] to = new int[runs];
    for (int range = 0; range < ranges; range++) {
      long low = accepted.low(range);
      long high = accepted.high(range);
      from[range] = low == Long.MIN_VALUE ? 0 : permutation.rank(low);
      to[range] = permutation.rankBehind(high);
    }
    if (ranges < runs) {
      from[ranges] = permutation.presentCount();
      to[ranges] = permutation.rowCount();
    }
    int count = 0;
    for (int run = 0; run < runs; run++) {
      count += to[run] - from[run];
    }
    return new RangeClause(permutation, column, scratch, from, to, count);
  }

  /** Returns whether the accepted rows are one run of ranks of a permutation. */
  public boolean isOneRunOf(SortedPermutation other) {
    return isOneRun() && permutation == other;
  }

  private boolean isOneRun() {
    return from.length == 1;
  }

  /**
   * Returns this clause without the ranks at its ends that have no row in the range of another
   * clause.
   *
   * <p>Returns this clause itself if there are no such ranks. Each end within the segment costs a
   * bitmap: if the narrower clause had more ends, it has to leave out at least half of the ranks.
   *
   * <p>The result accepts a row of a rank that it leaves out, but does not list the row: both
   * clauses have to accept the rows.
   */
  public RangeClause narrowedBy(Clause other) {
    int present = permutation.presentCount();
    if (!permutation.hasExtremes() || !isOneRun() || to[0] > present) {
      return this;
    }
    KeyRange range = other.keyRange();
    PrefixMinMax extremes = range == null ? null : permutation.extremes(range.column());
    if (range == null || extremes == null) {
      return this;
    }
    int first = Math.max(from[0], Math.min(to[0], extremes.ranksOutside(range, false)));
    int end = Math.max(first, Math.min(to[0], present - extremes.ranksOutside(range, true)));
    int left = end - first;
    boolean hasMoreEnds = ends(first, end) > ends(from[0], to[0]);
    return left == estimate() || (hasMoreEnds && left > estimate() / 2)
        ? this
        : new RangeClause(permutation, column, scratch, new int[] {first}, new int[] {end}, left);
  }

  /** Returns how many ends of a run of ranks lie within the segment. */
  private int ends(int first, int end) {
    return (first > 0 ? 1 : 0) + (end < permutation.rowCount() ? 1 : 0);
  }

  /** Returns the least rank. */
  public int fromRank() {
    return from[0];
  }

  /** Returns the rank after the greatest of the first run. */
  public int toRank() {
    return to[0];
  }

  @Override
  @Nullable KeyRange keyRange() {
    return column.keyRange();
  }

  @Override
  public int bitmapCount() {
    boolean isExact = !isOneRun() || permutation.narrowsExactly();
    return isExact ? 1 : Math.max(1, RankBuckets.BITMAPS * ends(from[0], to[0]));
  }

  @Override
  public int repairedRows() {
    return isOneRun() ? permutation.repairedRows(from[0], to[0]) : estimate();
  }

  @Override
  public int filter(int[] rows, int size) {
    return column.filter(rows, size);
  }

  @Override
  public void narrow(long[] words, int first, int end) {
    if (isOneRun()) {
      permutation.narrow(words, first, end, from[0], to[0]);
    }
  }

  @Override
  public boolean isExact() {
    return isOneRun() && permutation.narrowsExactly();
  }

  @Override
  public boolean narrowAll(long[] words, int wordCount) {
    if (isOneRun()) {
      permutation.retain(words, wordCount, from[0], to[0], scratch);
      return true;
    }
    if (estimate() > Bits.count(words, wordCount)) {
      return false;
    }
    long[] accepted = scratch.emptyBitmap(permutation.rowCount());
    for (int run = 0; run < from.length; run++) {
      for (int rank = from[run]; rank < to[run]; rank++) {
        Bits.set(accepted, permutation.row(rank));
      }
    }
    Bits.and(words, accepted, 0, wordCount);
    return true;
  }

  @Override
  public RowBatches batches() {
    return RowBatches.joined(from.length, run -> permutation.batches(from[run], to[run]));
  }
}
