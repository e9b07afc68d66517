package io.offerengine.internal.index;

import io.offerengine.schema.Field;
import java.util.Arrays;

/** A clause that accepts every row of its segment, or none. */
public final class ConstantClause extends Clause {
  private final boolean acceptsAll;

  /** Creates a clause. */
  public ConstantClause(Field field, boolean acceptsAll, int rowCount) {
    super(field, acceptsAll ? rowCount : 0, Check.NOTHING);
    this.acceptsAll = acceptsAll;
  }

  @Override
  public int filter(int[] rows, int size) {
    return acceptsAll ? size : 0;
  }

  @Override
  public void narrow(long[] words, int from, int to) {
    if (!acceptsAll) {
      Arrays.fill(words, from, to, 0);
    }
  }
}
