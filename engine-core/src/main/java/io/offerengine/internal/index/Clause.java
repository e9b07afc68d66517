package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.schema.Field;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The conditions on one field, bound to the rows of one segment.
 *
 * <p>A clause says what it costs before it does work: {@link #estimate} bounds the rows that it
 * accepts, {@link #isIndexed} and {@link #isListed} say how it finds them.
 *
 * <p><b>Threads.</b> Confined to one query; but those that look at one bit have no state, and may
 * be shared.
 */
public abstract class Clause {
  private final Field field;
  private final int estimate;
  private final boolean isMasked;

  /**
   * Creates a clause on a field.
   *
   * @param estimate an upper bound of the rows that it accepts: their number where {@link
   *     #isListed}
   * @param isMasked whether it looks at one bit to tell whether it accepts a row
   */
  protected Clause(Field field, int estimate, boolean isMasked) {
    this.field = field;
    this.estimate = estimate;
    this.isMasked = isMasked;
  }

  /** Returns the field. */
  public final Field field() {
    return field;
  }

  /** Returns the name of the field, or those of several. */
  public String name() {
    return field.toString();
  }

  /** Returns an upper bound of the rows that it accepts: their number where {@link #isListed}. */
  public final int estimate() {
    return estimate;
  }

  /** Returns whether {@link #narrow} drops rows without looking at each. */
  public abstract boolean isIndexed();

  /** Returns whether {@link #forEach} lists the rows without looking at others. */
  public boolean isListed() {
    return false;
  }

  /** Returns whether it looks at one bit to tell whether it accepts a row. */
  public final boolean isMasked() {
    return isMasked;
  }

  /** Returns it as one range of a column's keys; null where it is none. */
  @Nullable KeyRange keyRange() {
    return null;
  }

  /** Returns how many bitmaps {@link #narrow} reads: what its words cost. */
  public int bitmapCount() {
    return 1;
  }

  /** Returns how many rows {@link #retain} looks at beside whole words. */
  public int mendedRows() {
    return 0;
  }

  /** Returns whether it accepts a row. */
  public abstract boolean accepts(int row);

  /**
   * Keeps those of some rows that it accepts, in their order; returns how many.
   *
   * <p>Equals asking {@link #accepts} for every row.
   */
  public int filter(int[] rows, int size) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      int row = rows[i];
      rows[kept] = row;
      kept += accepts(row) ? 1 : 0;
    }
    return kept;
  }

  /** Lists the rows of a run that it accepts, ascending; returns how many. */
  public int list(int from, int to, int[] rows) {
    return filter(rows, RowBatches.list(from, to, rows));
  }

  /**
   * Drops rows that it does not accept from a run of words of a bitmap, whole words at a time; may
   * leave some, if {@link #leavesSome}.
   */
  public void narrow(long[] words, int from, int to) {}

  /** Returns whether {@link #narrow} leaves rows that {@link #accepts} refuses. */
  public boolean leavesSome() {
    return true;
  }

  /**
   * Returns whether it is better asked of rows that are found, some together, than of all that
   * {@link #narrow} leaves, as {@link #retain} would.
   */
  public boolean isCheckedLate() {
    return false;
  }

  /**
   * Keeps the rows of a bitmap that it accepts.
   *
   * <p>Equals asking {@link #accepts} for every row.
   */
  public void retain(long[] words, int wordCount) {
    narrow(words, 0, wordCount);
    if (leavesSome()) {
      check(words, wordCount);
    }
  }

  /** Keeps the rows of a bitmap that {@link #accepts} accepts. */
  protected final void check(long[] words, int wordCount) {
    for (int i = 0; i < wordCount; i++) {
      for (long rest = words[i]; rest != 0; rest &= rest - 1) {
        int row = (i << 6) + Long.numberOfTrailingZeros(rest);
        if (!accepts(row)) {
          Bits.clear(words, row);
        }
      }
    }
  }

  /**
   * Lists the rows that it accepts, in any order.
   *
   * @throws UnsupportedOperationException if it is not listed
   */
  public void forEach(IntConsumer rows) {
    throw new UnsupportedOperationException(field + " has no list of rows");
  }

  /**
   * Lists the rows that it accepts, in any order, some at a time; null where {@link #forEach} alone
   * does.
   */
  public @Nullable RowBatches batches() {
    return ascending();
  }

  /** Lists the rows that it accepts, ascending; null where they don't come in this order. */
  public @Nullable RowBatches ascending() {
    return null;
  }
}
