package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.query.NumericSet;
import java.util.function.IntConsumer;

/**
 * A clause on a column that a permutation sorts: a slice of the permutation for every range of
 * accepted keys.
 */
final class SliceClause extends Clause {
  /**
   * Setting a bit for a row of the slice costs about as much as checking one row in this many. Not
   * measured yet: decision 13.
   */
  private static final int BITS_PER_CHECK = 2;

  private final SortedPermutation permutation;
  private final Clause check;
  private final int[] from;
  private final int[] to;
  private final int count;

  /**
   * Creates a clause.
   *
   * @param check the same condition on the column itself
   */
  SliceClause(SortedPermutation permutation, NumericSet accepted, Clause check) {
    super(check.field());
    this.permutation = permutation;
    this.check = check;
    int slices = accepted.rangeCount() + (accepted.includesAbsent() ? 1 : 0);
    this.from = new int[slices];
    this.to = new int[slices];
    int sum = 0;
    for (int range = 0; range < accepted.rangeCount(); range++) {
      long high = accepted.high(range);
      from[range] = permutation.rank(accepted.low(range));
      to[range] = high == Long.MAX_VALUE ? permutation.presentCount() : permutation.rank(high + 1);
      sum += to[range] - from[range];
    }
    if (accepted.includesAbsent()) {
      from[slices - 1] = permutation.presentCount();
      to[slices - 1] = permutation.rowCount();
      sum += to[slices - 1] - from[slices - 1];
    }
    this.count = sum;
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
  public boolean accepts(int row) {
    return check.accepts(row);
  }

  @Override
  public void retain(long[] words) {
    if (count > (long) Bits.count(words) * BITS_PER_CHECK) {
      super.retain(words);
      return;
    }
    long[] slice = new long[words.length];
    forEach(row -> Bits.set(slice, row));
    Bits.and(words, slice);
  }

  @Override
  public void forEach(IntConsumer rows) {
    for (int slice = 0; slice < from.length; slice++) {
      for (int place = from[slice]; place < to[slice]; place++) {
        rows.accept(permutation.row(place));
      }
    }
  }
}
