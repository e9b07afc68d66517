package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.query.NumericSet;
import java.util.function.IntConsumer;

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
  private final int count;

  /**
   * Creates a clause.
   *
   * @param check the same condition on the column itself
   */
  RangeClause(SortedPermutation permutation, NumericSet accepted, Clause check, Scratch scratch) {
    super(check.field());
    this.permutation = permutation;
    this.check = check;
    this.scratch = scratch;
    int runs = accepted.rangeCount() + (accepted.includesAbsent() ? 1 : 0);
    this.from = new int[runs];
    this.to = new int[runs];
    int sum = 0;
    for (int range = 0; range < accepted.rangeCount(); range++) {
      long low = accepted.low(range);
      long high = accepted.high(range);
      from[range] = low == Long.MIN_VALUE ? 0 : permutation.rank(low);
      to[range] = high == Long.MAX_VALUE ? permutation.presentCount() : permutation.rank(high + 1);
      sum += to[range] - from[range];
    }
    if (accepted.includesAbsent()) {
      from[runs - 1] = permutation.presentCount();
      to[runs - 1] = permutation.rowCount();
      sum += to[runs - 1] - from[runs - 1];
    }
    this.count = sum;
  }

  /** Returns whether the rows are one run of the ranks of a permutation. */
  public boolean isOneRunOf(SortedPermutation other) {
    return isOneRun() && permutation == other;
  }

  private boolean isOneRun() {
    return from.length == 1;
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
  public int estimate() {
    return count;
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
    return isOneRun() ? permutation.mendedRows(from[0], to[0]) : count;
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
    } else if (count > (long) Bits.count(words, wordCount) * BITS_PER_CHECK) {
      check(words, wordCount);
    } else {
      long[] rows = scratch.emptyBitmap(permutation.rowCount());
      forEach(row -> Bits.set(rows, row));
      Bits.and(words, rows, 0, wordCount);
    }
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
