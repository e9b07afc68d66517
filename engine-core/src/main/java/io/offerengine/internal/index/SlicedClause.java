package io.offerengine.internal.index;

import org.jspecify.annotations.Nullable;

/** A clause on a column with {@linkplain BitSlices bit slices}: a range of their codes. */
final class SlicedClause extends Clause {
  private final BitSlices slices;
  private final int low;
  private final int end;
  private final Clause check;
  private final Scratch scratch;

  /**
   * Creates a clause.
   *
   * @param low the least code of an accepted row
   * @param end the code after the greatest
   * @param check the same condition on the column itself
   */
  SlicedClause(BitSlices slices, int low, int end, int estimate, Clause check, Scratch scratch) {
    super(check.field(), estimate, false);
    this.slices = slices;
    this.low = low;
    this.end = end;
    this.check = check;
    this.scratch = scratch;
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
  public int bitmapCount() {
    return slices.count();
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
  public void narrow(long[] words, int from, int to) {
    slices.narrow(words, from, to, low, end, scratch);
  }

  @Override
  public boolean leavesSome() {
    return false;
  }
}
