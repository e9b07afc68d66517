package io.offerengine.internal.column;

import io.offerengine.query.NumericSet;
import io.offerengine.schema.NumericKey;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A column of doubles to which rows are appended.
 *
 * <p><b>Layout.</b> Eight bytes per row; NaN if the row has no value.
 *
 * <p><b>Threads.</b> As {@link GrowingColumn}.
 */
public final class GrowingNumberColumn extends NumericColumn implements GrowingColumn {
  private static final long LEAST_KEY = NumericKey.of(Double.NEGATIVE_INFINITY);
  private static final long GREATEST_KEY = NumericKey.of(Double.POSITIVE_INFINITY);

  private double[] values;
  private final @Nullable ZoneMap zones;

  /** Creates a column with memory for {@code capacity} rows; it grows if more are set. */
  public GrowingNumberColumn(int capacity) {
    this(capacity, false);
  }

  /**
   * Creates a column with memory for {@code capacity} rows; it grows if more are set.
   *
   * @param zoned whether the column has a {@link ZoneMap}, because searches often filter by a range
   */
  public GrowingNumberColumn(int capacity, boolean zoned) {
    this.values = new double[capacity];
    this.zones = zoned ? new ZoneMap(capacity) : null;
  }

  /** Sets the value of a row that is not published yet; NaN for absent. */
  public void set(int row, double value) {
    if (row >= values.length) {
      values = Arrays.copyOf(values, Math.max(row + 1, 2 * values.length));
    }
    values[row] = value;
    if (zones != null && !Double.isNaN(value)) {
      zones.add(row, NumericKey.of(value));
    }
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
  public int listWithin(int from, int to, long low, long high, int[] rows) {
    long least = Math.max(low, LEAST_KEY);
    long greatest = Math.min(high, GREATEST_KEY);
    int size = 0;
    int zoneEnd = from;
    for (int row = from; row < to && least <= greatest; row = zoneEnd) {
      zoneEnd = Math.min(to, (row / ZoneMap.ROWS + 1) * ZoneMap.ROWS);
      if (zones == null || zones.mayHave(row, least, greatest)) {
        size = listZone(row, zoneEnd, least, greatest, rows, size);
      }
    }
    return size;
  }

  private int listZone(int from, int to, long least, long greatest, int[] rows, int size) {
    int end = size;
    for (int row = from; row < to; row++) {
      rows[end] = row;
      end += isWithin(NumericKey.of(values[row]), least, greatest);
    }
    return end;
  }

  @Override
  public int filter(int[] rows, int size, NumericSet accepted) {
    if (accepted.rangeCount() == 1 && !accepted.includesAbsent()) {
      return filterRange(rows, size, accepted);
    }
    return super.filter(rows, size, accepted);
  }

  /** Filters by a single range, without a branch or a call per row. */
  private int filterRange(int[] rows, int size, NumericSet accepted) {
    long least = Math.max(accepted.low(0), LEAST_KEY);
    long greatest = Math.min(accepted.high(0), GREATEST_KEY);
    int count = 0;
    for (int i = 0; i < size && least <= greatest; i++) {
      int row = rows[i];
      rows[count] = row;
      count += isWithin(NumericKey.of(values[row]), least, greatest);
    }
    return count;
  }

  @Override
  public long bytes() {
    return Footprint.array(values.length, Double.BYTES) + (zones == null ? 0 : zones.bytes());
  }
}
