package io.offerengine.internal.column;

import io.offerengine.query.NumericSet;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.NumericKey;
import java.util.Arrays;

/**
 * A numeric column that rows are appended to.
 *
 * <p><b>Layout.</b> Eight bytes a row (an integer, a double's raw bits, or 0 and 1) and a boolean
 * that says whether the row has a value.
 */
public final class GrowingNumericColumn extends NumericColumn {
  private final boolean isDouble;
  private long[] bits;
  private boolean[] present;

  /** Creates a column with room for some rows. */
  public GrowingNumericColumn(FieldType type, int capacity) {
    this.isDouble = type == FieldType.NUMBER;
    this.bits = new long[capacity];
    this.present = new boolean[capacity];
  }

  /** Sets a row, not published yet, to a value. */
  public void set(int row, long value) {
    reserve(row);
    bits[row] = value;
    present[row] = true;
  }

  /** Sets a row, not published yet, to a value. */
  public void set(int row, double value) {
    set(row, Double.doubleToRawLongBits(value));
  }

  /** Sets a row, not published yet, to absent. */
  public void setAbsent(int row) {
    reserve(row);
    present[row] = false;
  }

  private void reserve(int row) {
    if (row >= bits.length) {
      int capacity = Math.max(row + 1, 2 * bits.length);
      bits = Arrays.copyOf(bits, capacity);
      present = Arrays.copyOf(present, capacity);
    }
  }

  @Override
  public boolean isPresent(int row) {
    return present[row];
  }

  @Override
  public long key(int row) {
    return isDouble ? NumericKey.of(Double.longBitsToDouble(bits[row])) : bits[row];
  }

  @Override
  public long keyOr(int row, long absent) {
    return isPresent(row) ? key(row) : absent;
  }

  @Override
  public boolean matches(int row, NumericSet accepted) {
    return isPresent(row) ? accepted.contains(key(row)) : accepted.includesAbsent();
  }

  @Override
  public double number(int row) {
    if (!present[row]) {
      return Double.NaN;
    }
    return isDouble ? Double.longBitsToDouble(bits[row]) : (double) bits[row];
  }

  @Override
  public void keysOr(int[] rows, int size, long absent, long[] target) {
    for (int i = 0; i < size; i++) {
      target[i] = keyOr(rows[i], absent);
    }
  }

  @Override
  public void numbers(int[] rows, int size, double[] target) {
    for (int i = 0; i < size; i++) {
      target[i] = number(rows[i]);
    }
  }

  @Override
  public int filter(int[] rows, int size, NumericSet accepted) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      int row = rows[i];
      rows[kept] = row;
      kept += matches(row, accepted) ? 1 : 0;
    }
    return kept;
  }

  @Override
  public long bytes() {
    return Footprint.array(bits.length, Long.BYTES) + Footprint.array(present.length, 1);
  }
}
