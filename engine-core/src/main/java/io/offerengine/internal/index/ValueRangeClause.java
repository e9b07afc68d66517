package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A clause on a column of few values, for a range with two ends: one bitmap minus another. */
final class ValueRangeClause extends Clause {
  private final long[] from;
  private final long[] beyond;
  private final Clause check;

  /**
   * Creates a clause.
   *
   * @param from the rows of the least accepted value and of greater ones; dense
   * @param beyond the rows of values greater than the greatest accepted one; dense
   * @param check the same condition on the column itself
   */
  ValueRangeClause(Posting from, Posting beyond, Clause check) {
    super(check.field(), from.count() - beyond.count(), false);
    this.from = Objects.requireNonNull(from.words());
    this.beyond = Objects.requireNonNull(beyond.words());
    this.check = check;
  }

  @Override
  @Nullable KeyRange keyRange() {
    return check.keyRange();
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
