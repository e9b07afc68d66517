package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.query.NumericSet;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A clause on a column that a permutation sorts: a run of ranks for every range of accepted keys,
 * and one for absence.
 */
public final class RangeClause extends Clause {
  /**
   * Setting a bit for a row of a run costs about as much as checking one row in this many. Not
   * measured yet: decision 13.
   */
  private static final int BITS_PER_CHECK = 2;

  private final SortedPermutation permutation;
  private final Clause check;
  private final Scratch scratch;
  private final int[] from;
  private final int[] to;

  /** The clause before ranks were left out, perhaps this one. */
  private final RangeClause whole;

  private RangeClause(
      SortedPermutation permutation,
      Clause check,
      Scratch scratch,
      int[] from,
      int[] to,
      int count,
      @Nullable RangeClause whole) {
    super(check.field(), count, false);
    this.permutation = permutation;
    this.check = check;
    this.scratch = scratch;
    this.from = from;
    this.to = to;
    this.whole = whole == null ? this : whole;
  }

  /**
   * Returns the clause that accepts the rows with the values of a set.
   *
   * @param check the same condition on the column itself
   */
  static RangeClause of(
      SortedPermutation permutation, NumericSet accepted, Clause check, Scratch scratch) {
    int ranges = accepted.rangeCount();
    int runs = ranges + (accepted.includesAbsent() ? 1 : 0);
    int[] from = new int[runs];
    int[] to = new int[runs];
    for (int range = 0; range < ranges; range++) {
      long low = accepted.low(range);
      long high = accepted.high(range);
      from[range] = low == Long.MIN_VALUE ? 0 : permutation.rank(low);
      to[range] = high == Long.MAX_VALUE ? permutation.presentCount() : permutation.rank(high + 1);
    }
    if (ranges < runs) {
      from[ranges] = permutation.presentCount();
      to[ranges] = permutation.rowCount();
    }
    int count = 0;
    for (int run = 0; run < runs; run++) {
      count += to[run] - from[run];
    }
    return new RangeClause(permutation, check, scratch, from, to, count, null);
  }

  /** Returns whether the rows are one run of the ranks of a permutation. */
  public boolean isOneRunOf(SortedPermutation other) {
    return isOneRun() && permutation == other;
  }

  private boolean isOneRun() {
    return from.length == 1;
  }

  /**
   * Returns this clause without ranks of which it is known that no row is in the range of another
   * clause. It is itself where these are none; or less than half, if the rest has two ends and this
   * one not: every end takes a bitmap.
   *
   * <p>What it returns accepts a row of such a rank, and does not list it: rows have to be accepted
   * by both clauses.
   */
  public RangeClause narrowedBy(Clause other) {
    PrefixMinMax extremes = permutation.extremes();
    int present = permutation.presentCount();
    boolean narrows = isOneRun() && to[0] <= present && !extremes.isEmpty();
    KeyRange range = narrows ? other.keyRange() : null;
    if (range == null) {
      return this;
    }
    int first = Math.max(from[0], Math.min(to[0], extremes.passed(range, false)));
    int end = Math.max(first, Math.min(to[0], present - extremes.passed(range, true)));
    boolean hasTwoEnds = from[0] > 0 && to[0] < present;
    int left = end - first;
    return left > (hasTwoEnds ? estimate() - 1 : estimate() / 2)
        ? this
        : new RangeClause(
            permutation, check, scratch, new int[] {first}, new int[] {end}, left, whole);
  }

  /**
   * Notes that no row fulfils this condition and others, if its range is open to one side; returns
   * whether all rows were looked at for the least and the greatest keys of one of the others.
   *
   * @param others it may be among them
   */
  public boolean noteNoneWith(List<Clause> others) {
    int present = permutation.presentCount();
    boolean descending = whole.from[0] > 0;
    boolean isOpen = isOneRun() && (descending ? whole.to[0] == present : to[0] <= present);
    PrefixMinMax extremes = permutation.extremes();
    if (!isOpen || !extremes.noteMiss()) {
      return false;
    }
    // What is known to lie before the ranks that are left, and half of these.
    int ranks = (descending ? present - to[0] : from[0]) + (estimate() + 1) / 2;
    for (int i = 0; i < others.size(); i++) {
      Clause other = others.get((extremes.passes() + i) % others.size());
      KeyRange range = other.keyRange();
      if (range != null
          && !permutation.isOf(range.column())
          && extremes.gather(range, descending, ranks)) {
        return true;
      }
    }
    return false;
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
    return check.keyRange();
  }

  @Override
  public boolean isIndexed() {
    return true;
  }

  @Override
  public boolean isListed() {
    return true;
  }

  @Override
  public int mendedRows() {
    return isOneRun() ? permutation.mendedRows(from[0], to[0]) : estimate();
  }

  @Override
  public boolean accepts(int row) {
    return check.accepts(row);
  }

  @Override
  public int filter(int[] rows, int size) {
    return check.filter(rows, size);
  }

  @Override
  public void narrow(long[] words, int first, int end) {
    if (isOneRun()) {
      permutation.narrow(words, first, end, from[0], to[0]);
    }
  }

  @Override
  public boolean leavesSome() {
    return !isOneRun() || !permutation.narrowsExactly();
  }

  @Override
  public void retain(long[] words, int wordCount) {
    if (isOneRun()) {
      permutation.retain(words, wordCount, from[0], to[0], scratch);
    } else if (estimate() > (long) Bits.count(words, wordCount) * BITS_PER_CHECK) {
      check(words, wordCount);
    } else {
      long[] rows = scratch.emptyBitmap(permutation.rowCount());
      forEach(row -> Bits.set(rows, row));
      Bits.and(words, rows, 0, wordCount);
    }
  }

  @Override
  public @Nullable RowBatches batches() {
    return isOneRun() ? permutation.batches(from[0], to[0]) : null;
  }

  @Override
  public void forEach(IntConsumer rows) {
    for (int run = 0; run < from.length; run++) {
      for (int rank = from[run]; rank < to[run]; rank++) {
        rows.accept(permutation.row(rank));
      }
    }
  }
}
