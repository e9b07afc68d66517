package io.offerengine.internal.column;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A map from the rows of a source segment to the rows of a new segment that a merge creates. Rows
 * that the new segment does not take over are dropped.
 *
 * <p><b>Order.</b> The map is monotonic: surviving rows stay in their order.
 *
 * <p><b>Cost.</b> Moving the values or the bits of a segment is O(rows): about one nanosecond per
 * value, half a nanosecond per bit.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class RowMap {
  /** The new row of a dropped row. */
  public static final int DROPPED = -1;

  private final int[] rows;
  private final int[] newRows;
  private final int[] newRowOf;
  private final BitCompress survivors;

  /** The new rows; null if the new segment has no rows of other sources. */
  private final @Nullable BitCompress targets;

  /**
   * Creates a map.
   *
   * @param rows the surviving rows, ascending
   * @param rowCount the number of rows of the source segment
   * @param newRows the new row of each surviving row, ascending
   * @param newRowCount the number of rows of the new segment
   */
  public RowMap(int[] rows, int rowCount, int[] newRows, int newRowCount) {
    this.rows = rows;
    this.newRows = newRows;
    this.newRowOf = new int[rowCount];
    Arrays.fill(newRowOf, DROPPED);
    for (int i = 0; i < rows.length; i++) {
      newRowOf[rows[i]] = newRows[i];
    }
    this.survivors = new BitCompress(Bits.of(rows, rowCount));
    this.targets =
        rows.length == newRowCount ? null : new BitCompress(Bits.of(newRows, newRowCount));
  }

  /** Returns the number of surviving rows. */
  public int size() {
    return rows.length;
  }

  /** Returns the number of rows of the source segment. */
  public int rowCount() {
    return newRowOf.length;
  }

  /** Returns the new row of a row; {@link #DROPPED} if the row is dropped. */
  public int newRow(int row) {
    return newRowOf[row];
  }

  /** Returns the surviving rows, ascending; not to be changed. */
  int[] rows() {
    return rows;
  }

  /** Returns the new rows of all surviving rows, ascending; not to be changed. */
  public int[] newRows() {
    return newRows;
  }

  /** Copies the values of surviving rows to their new rows. */
  void move(int[] values, int[] target) {
    for (int i = 0; i < rows.length; i++) {
      target[newRows[i]] = values[rows[i]];
    }
  }

  /** Copies the values of surviving rows to their new rows. */
  void move(long[] values, long[] target) {
    for (int i = 0; i < rows.length; i++) {
      target[newRows[i]] = values[rows[i]];
    }
  }

  /** Copies the values of surviving rows to their new rows. */
  void move(double[] values, double[] target) {
    for (int i = 0; i < rows.length; i++) {
      target[newRows[i]] = values[rows[i]];
    }
  }

  /** Copies the lists of surviving rows to their new rows. */
  void move(long[] @Nullable [] values, long[] @Nullable [] target) {
    for (int i = 0; i < rows.length; i++) {
      target[newRows[i]] = values[rows[i]];
    }
  }

  /**
   * Copies values times a factor. The value {@code absent}, which is less than all others, is
   * copied without the factor.
   *
   * @return whether all products are greater than {@code absent} and fit an int
   */
  boolean moveScaled(int[] values, int absent, long factor, int[] target) {
    for (int i = 0; i < rows.length; i++) {
      int value = values[rows[i]];
      long product = value * factor;
      if (value != absent && (product != (int) product || product <= absent)) {
        return false;
      }
      target[newRows[i]] = value == absent ? absent : (int) product;
    }
    return true;
  }

  /** Copies the numbers of surviving rows to their new rows; NaN if absent. */
  void move(NumericColumn column, double[] target) {
    double[] values = new double[rows.length];
    column.numbers(rows, rows.length, values);
    for (int i = 0; i < rows.length; i++) {
      target[newRows[i]] = values[i];
    }
  }

  /** Copies the keys of surviving rows to their new rows; 0 if absent. */
  void moveKeys(NumericColumn column, long[] target) {
    long[] keys = new long[rows.length];
    column.keysOr(rows, rows.length, 0, keys);
    for (int i = 0; i < rows.length; i++) {
      target[newRows[i]] = keys[i];
    }
  }

  /** Copies the keys of surviving rows, which fit ints, to their new rows; 0 if absent. */
  void moveKeys(NumericColumn column, int[] target) {
    long[] keys = new long[rows.length];
    column.keysOr(rows, rows.length, 0, keys);
    for (int i = 0; i < rows.length; i++) {
      target[newRows[i]] = (int) keys[i];
    }
  }

  /** Copies values of surviving rows to their new rows; {@code table} maps each value, unsigned. */
  void move(byte[] values, byte[] table, byte[] target) {
    for (int i = 0; i < rows.length; i++) {
      target[newRows[i]] = table[values[rows[i]] & 0xFF];
    }
  }

  /** Copies values of surviving rows to their new rows; {@code table} maps each value, unsigned. */
  void move(byte[] values, short[] table, short[] target) {
    for (int i = 0; i < rows.length; i++) {
      target[newRows[i]] = table[values[rows[i]] & 0xFF];
    }
  }

  /** Copies values of surviving rows to their new rows; {@code table} maps each value, unsigned. */
  void move(short[] values, short[] table, short[] target) {
    for (int i = 0; i < rows.length; i++) {
      target[newRows[i]] = table[values[rows[i]] & 0xFFFF];
    }
  }

  /** Adds the surviving rows of a bitmap to a bitmap of the new segment. */
  public void moveBits(long[] bitmap, long[] target) {
    long[] gathered = survivors.gather(bitmap, rows.length);
    if (targets == null) {
      for (int i = 0; i < target.length; i++) {
        target[i] |= gathered[i];
      }
    } else {
      targets.spreadInto(target, gathered);
    }
  }

  /** Adds all surviving rows to a bitmap of the new segment. */
  void setAll(long[] target) {
    for (int newRow : newRows) {
      Bits.set(target, newRow);
    }
  }
}
