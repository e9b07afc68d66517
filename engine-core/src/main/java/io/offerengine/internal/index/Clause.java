package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.schema.Field;
import java.util.function.IntConsumer;

/**
 * The conditions on one field, bound to the rows of one segment.
 *
 * <p>A clause says what it costs before it does work: {@link #estimate} bounds the rows that it
 * accepts, {@link #isIndexed} says whether it finds them without looking at every row.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public abstract class Clause {
  private final Field field;

  /** Creates a clause on a field. */
  protected Clause(Field field) {
    this.field = field;
  }

  /** Returns the field. */
  public final Field field() {
    return field;
  }

  /** Returns an upper bound of the rows that it accepts: their number where {@link #isIndexed}. */
  public abstract int estimate();

  /** Returns whether {@link #forEach} lists the rows without looking at others. */
  public abstract boolean isIndexed();

  /** Returns whether it accepts a row. */
  public abstract boolean accepts(int row);

  /**
   * Keeps the rows of a bitmap that it accepts.
   *
   * <p>Equals asking {@link #accepts} for every row, which is how clauses without an index do it.
   */
  public void retain(long[] words) {
    for (int i = 0; i < words.length; i++) {
      long rest = words[i];
      while (rest != 0) {
        int row = (i << 6) + Long.numberOfTrailingZeros(rest);
        if (!accepts(row)) {
          Bits.clear(words, row);
        }
        rest &= rest - 1;
      }
    }
  }

  /**
   * Lists the rows that it accepts, in any order.
   *
   * @throws UnsupportedOperationException if it is not indexed
   */
  public void forEach(IntConsumer rows) {
    throw new UnsupportedOperationException(field + " is not indexed");
  }
}
