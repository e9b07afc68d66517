package io.offerengine.internal.column;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A map from the rows of a source segment to the rows of a new segment that copies them. Rows that
 * the new segment does not take over are dropped.
 *
 * <p><b>Order.</b> The rows of a sealed source stay in their order: both lists of rows ascend.
 * {@link #newRow} and {@link #moveBits} may be called only for a sealed source. The rows of a tail
 * come in any order.
 *
 * <p><b>Cost.</b> Moving the values or the bits of a segment is O(rows): about one nanosecond per
 * value, half a nanosecond per bit.
 *
 * <p><b>Threads.</b> Safe for all: what is derived from the two lists is made on the first use.
 */
public final class RowMap {
  /** The new row of a dropped row. */
  public static final int DROPPED = -1;

  private final int[] rows;
  private final int rowCount;
  private final int[] newRows;
  private final int newRowCount;

  /** Null before the first use. */
  private volatile @Nullable Derived derived;

  /** What follows from the two lists of rows if both ascend. */
  private static final class Derived {
    private final int[] newRowOf;
    private final BitCompress survivors;

    /** The new rows; null if the new segment has no rows of other sources. */
    private final @Nullable BitCompress targets;

    Derived(RowMap map) {
      this.newRowOf = new int[map.rowCount];
      Arrays.fill(newRowOf, DROPPED);
      for (int i = 0; i < map.rows.length; i++) {
        newRowOf[map.rows[i]] = map.newRows[i];
      }
      this.survivors = new BitCompress(Bits.of(map.rows, map.rowCount));
      this.targets =
          map.rows.length == map.newRowCount
              ? null
              : new BitCompress(Bits.of(map.newRows, map.newRowCount));
    }
  }

  /**
   * Creates a map.
   *
   * @param rows the surviving rows
   * @param rowCount the number of rows of the source segment
   * @param newRows the new row of each surviving row, ascending
   * @param newRowCount the number of rows of the new segment
   */
  public RowMap(int[] rows, int rowCount, int[] newRows, int newRowCount) {
    this.rows = rows;
    this.rowCount = rowCount;
    this.newRows = newRows;
    this.newRowCount = newRowCount;
  }

  private Derived derived() {
    Derived known = derived;
    if (known == null) {
      known = new Derived(this);
      derived = known;
    }
    return known;
  }

  /** Returns the number of surviving rows. */
  public int size() {
    return rows.length;
  }

  /** Returns the number of rows of the source segment. */
  public int rowCount() {
    return rowCount;
  }

  /** Returns the new row of a row; {@link #DROPPED} if the row is dropped. */
  public int newRow(int row) {
    return derived().newRowOf[row];
  }

  /** Returns the surviving rows; not to be changed. */
  public int[] rows() {
    return rows;
  }

  /** Returns the new rows of all surviving rows, ascending; not to be changed. */
  public int[] newRows() {
    return newRows;
  }

  /** Copies the numbers of surviving rows to their new rows; NaN if absent. */
  void move(NumericColumn column, double[] target) {
    double[] values = new double[rows.length];
    column.numbers(rows, rows.length, values);
    for (int i = 0; i < rows.length; i++) {
      target[newRows[i]] = values[i];
    }
  }

  /** Adds the surviving rows of a bitmap to a bitmap of the new segment. */
  public void moveBits(long[] bitmap, long[] target) {
    Derived known = derived();
    long[] gathered = known.survivors.gather(bitmap, rows.length);
    if (known.targets == null) {
      Bits.or(target, gathered, 0, target.length);
    } else {
      known.targets.spreadInto(target, gathered);
    }
  }
}
