package io.offerengine.internal.index;

import io.offerengine.internal.column.GrowingFlagColumn;
import io.offerengine.query.NumericSet;
import io.offerengine.schema.Field;

/** A clause on a boolean column of a tail: the bits of the column are its bitmaps. */
public final class FlagClause extends Clause {
  private final GrowingFlagColumn column;
  private final NumericSet accepted;

  /** Creates a clause. */
  public FlagClause(Field field, GrowingFlagColumn column, NumericSet accepted, int rowCount) {
    super(field, rowCount, false);
    this.column = column;
    this.accepted = accepted;
  }

  @Override
  public boolean accepts(int row) {
    return column.matches(row, accepted);
  }

  @Override
  public void narrow(long[] words, int from, int to) {
    column.narrow(
        words, from, to, accepted.contains(1), accepted.contains(0), accepted.includesAbsent());
  }

  @Override
  public boolean leavesSome() {
    return false;
  }
}
