package io.offerengine.internal.column;

import io.offerengine.query.NumericSet;
import io.offerengine.schema.NumericKey;
import java.util.Arrays;

/**
 * A column of doubles that rows are appended to.
 *
 * <p><b>Layout.</b> Eight bytes a row, NaN where absent.
 */
public final class GrowingNumberColumn extends NumericColumn implements GrowingColumn {
  private double[] values;

  /** Creates a column with room for some rows. */
  public GrowingNumberColumn(int capacity) {
    this.values = new double[capacity];
  }

  /** Sets a row, not published yet, to a value, or to absent by NaN. */
  public void set(int row, double value) {
    if (row >= values.length) {
      values = Arrays.copyOf(values, Math.max(row + 1, 2 * values.length));
    }
    values[row] = value;
  }

  @Override
  public void copy(int[] rows, Column source, int[] sourceRows) {
    if (rows.length == 1) {
      set(rows[0], ((NumericColumn) source).number(sourceRows[0]));
      return;
    }
    double[] numbers = new double[rows.length];
    ((NumericColumn) source).numbers(sourceRows, rows.length, numbers);
    for (int i = 0; i < rows.length; i++) {
      set(rows[i], numbers[i]);
    }
  }

  @Override
  public boolean isPresent(int row) {
    return !Double.isNaN(values[row]);
  }

  @Override
  public long key(int row) {
    return NumericKey.of(values[row]);
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
    return values[row];
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
    if (accepted.rangeCount() == 1) {
      return filterRange(rows, size, accepted);
    }
    int kept = 0;
    for (int i = 0; i < size; i++) {
      int row = rows[i];
      rows[kept] = row;
      kept += matches(row, accepted) ? 1 : 0;
    }
    return kept;
  }

  /** Like {@link #filter}, without a branch or a call for a row. */
  private int filterRange(int[] rows, int size, NumericSet accepted) {
    long low = accepted.low(0);
    long high = accepted.high(0);
    int absent = accepted.includesAbsent() ? 1 : 0;
    int kept = 0;
    for (int i = 0; i < size; i++) {
      int row = rows[i];
      double value = values[row];
      long key = NumericKey.of(value);
      rows[kept] = row;
      int within = key >= low && key <= high ? 1 : 0;
      kept += Double.isNaN(value) ? absent : within;
    }
    return kept;
  }

  @Override
  public long bytes() {
    return Footprint.array(values.length, Double.BYTES);
  }
}
