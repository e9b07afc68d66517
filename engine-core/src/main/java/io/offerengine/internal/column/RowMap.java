package io.offerengine.internal.column;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A map from the rows of a source segment to the rows of a new segment that copies them. Rows that
 * the new segment does not take over are dropped.
 *
 * <p><b>Order.</b> The rows of a sealed source stay in their order: both lists of rows ascend. The
 * rows of a tail come in any order.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class RowMap {
  /** The new row of a dropped row. */
  public static final int DROPPED = -1;

  private final int[] rows;
  private final int rowCount;
  private final int[] newRows;

  /** The new row of each row of the source; null before the first use. */
  private volatile int @Nullable [] newRowOf;

  /**
   * Creates a map.
   *
   * @param rows the surviving rows
   * @param rowCount the number of rows of the source segment
   * @param newRows the new row of each surviving row, ascending
   */
  public RowMap(int[] rows, int rowCount, int[] newRows) {
    this.rows = rows;
    this.rowCount = rowCount;
    this.newRows = newRows;
  }

  /** Returns the number of surviving rows. */
  public int size() {
    return rows.length;
  }

  /** Returns the new row of a row; {@link #DROPPED} if the row is dropped. */
  public int newRow(int row) {
    int[] known = newRowOf;
    if (known == null) {
      known = new int[rowCount];
      Arrays.fill(known, DROPPED);
      for (int i = 0; i < rows.length; i++) {
        known[rows[i]] = newRows[i];
      }
      newRowOf = known;
    }
    return known[row];
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
}
