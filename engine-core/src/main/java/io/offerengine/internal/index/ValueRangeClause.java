package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A clause on a column of few values, for a range with two ends: one bitmap minus another. */
final class ValueRangeClause extends Clause {
  private final long[] from;
  private final long[] beyond;
  private final Clause column;

  /**
   * Creates a clause.
   *
   * @param from the rows of the least accepted value and of greater ones; dense
   * @param beyond the rows of values greater than the greatest accepted one; dense
   * @param column the same condition on the column itself
   */
  ValueRangeClause(Posting from, Posting beyond, Clause column) {
    super(column.field(), from.count() - beyond.count(), Check.VALUE);
    this.from = Objects.requireNonNull(from.words());
    this.beyond = Objects.requireNonNull(beyond.words());
    this.column = column;
  }

  @Override
  @Nullable KeyRange keyRange() {
    return column.keyRange();
  }

  @Override
  public int bitmapCount() {
    return 2;
  }

  @Override
  public int filter(int[] rows, int size) {
    return Bits.keep(beyond, true, rows, Bits.keep(from, false, rows, size));
  }

  @Override
  public void narrow(long[] words, int first, int end) {
    Bits.and(words, from, first, end);
    Bits.andNot(words, beyond, first, end);
  }
}
