package io.offerengine.internal.column;

import io.offerengine.query.NumericSet;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An integer column to which rows are appended.
 *
 * <p><b>Layout.</b> Eight bytes per row for the value, and one byte that says whether the row has a
 * value.
 *
 * <p><b>Threads.</b> As {@link GrowingColumn}.
 */
public final class GrowingIntegerColumn extends NumericColumn implements GrowingColumn {
  private long[] values;
  private boolean[] present;
  private final @Nullable ZoneMap zones;

  /** Creates a column with memory for {@code capacity} rows; it grows if more are set. */
  public GrowingIntegerColumn(int capacity) {
    this(capacity, false);
  }

  /**
   * Creates a column with memory for {@code capacity} rows; it grows if more are set.
   *
   * @param zoned whether the column has a {@link ZoneMap}, because searches often filter by a range
   */
  public GrowingIntegerColumn(int capacity, boolean zoned) {
    this.values = new long[capacity];
    this.present = new boolean[capacity];
    this.zones = zoned ? new ZoneMap(capacity) : null;
  }

  /** Sets the value of a row that is not published yet. */
  public void set(int row, long value) {
    reserve(row);
    values[row] = value;
    present[row] = true;
    if (zones != null) {
      zones.add(row, value);
    }
  }

  /** Sets a row that is not published yet to absent. */
  public void setAbsent(int row) {
    reserve(row);
    present[row] = false;
  }

  private void reserve(int row) {
    if (row >= values.length) {
      int capacity = Math.max(row + 1, 2 * values.length);
      values = Arrays.copyOf(values, capacity);
      present = Arrays.copyOf(present, capacity);
    }
  }

  @Override
  public void copy(int[] rows, Column source, int[] sourceRows) {
    NumericColumn numbers = (NumericColumn) source;
    if (rows.length == 1) {
      copy(rows[0], numbers.keyOr(sourceRows[0], RARE_KEY), numbers, sourceRows[0]);
      return;
    }
    long[] keys = new long[rows.length];
    numbers.keysOr(sourceRows, rows.length, RARE_KEY, keys);
    for (int i = 0; i < rows.length; i++) {
      copy(rows[i], keys[i], numbers, sourceRows[i]);
    }
  }

  private void copy(int row, long keyOrRare, NumericColumn source, int sourceRow) {
    if (keyOrRare != RARE_KEY || source.isPresent(sourceRow)) {
      set(row, keyOrRare);
    } else {
      setAbsent(row);
    }
  }

  @Override
  public boolean isPresent(int row) {
    return present[row];
  }

  @Override
  public long key(int row) {
    return values[row];
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
    return present[row] ? (double) values[row] : Double.NaN;
  }

  @Override
  public int listWithin(int from, int to, long low, long high, int[] rows) {
    int size = 0;
    int zoneEnd = from;
    for (int row = from; row < to; row = zoneEnd) {
      zoneEnd = Math.min(to, (row / ZoneMap.ROWS + 1) * ZoneMap.ROWS);
      if (zones == null || zones.mayHave(row, low, high)) {
        size = listZone(row, zoneEnd, low, high, rows, size);
      }
    }
    return size;
  }

  private int listZone(int from, int to, long low, long high, int[] rows, int size) {
    int end = size;
    for (int row = from; row < to; row++) {
      rows[end] = row;
      end += isWithin(values[row], low, high) & (present[row] ? 1 : 0);
    }
    return end;
  }

  @Override
  public int filter(int[] rows, int size, NumericSet accepted) {
    if (accepted.rangeCount() == 1) {
      return filterRange(rows, size, accepted);
    }
    return super.filter(rows, size, accepted);
  }

  /** Filters by a single range, without a branch or a call per row. */
  private int filterRange(int[] rows, int size, NumericSet accepted) {
    long low = accepted.low(0);
    long high = accepted.high(0);
    int absent = accepted.includesAbsent() ? 1 : 0;
    int count = 0;
    for (int i = 0; i < size; i++) {
      int row = rows[i];
      rows[count] = row;
      int within = isWithin(values[row], low, high);
      count += present[row] ? within : absent;
    }
    return count;
  }

  @Override
  public long bytes() {
    return Footprint.array(values.length, Long.BYTES)
        + Footprint.array(present.length, 1)
        + (zones == null ? 0 : zones.bytes());
  }
}
