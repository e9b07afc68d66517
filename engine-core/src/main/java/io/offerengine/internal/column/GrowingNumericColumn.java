package io.offerengine.internal.column;

import io.offerengine.query.NumericSet;
import io.offerengine.schema.NumericKey;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A column of integers, booleans or doubles to which rows are appended.
 *
 * <p><b>Layout.</b> The key of each row; {@link #RARE_KEY} if the row has no value. A row whose
 * value is the rare key has a bit, too; the bit of a row with another key means nothing. In a
 * column of doubles, -0.0 is stored as {@link #MINUS_ZERO}.
 *
 * <p>Every row has to be set before it is published.
 *
 * <p><b>Threads.</b> As {@link GrowingColumn}. A reader may see the bits of rare rows with or
 * without those of rows that are being appended. The bits of rows that were published to the reader
 * are the same in both.
 */
public final class GrowingNumericColumn extends NumericColumn implements GrowingColumn {
  private final boolean isOfDoubles;
  private final @Nullable ZoneMap zones;
  private long[] keys;

  /** Which rows with the rare key have a value; empty before there is one. */
  private long[] rareRows = {};

  /**
   * Creates a column with memory for {@code capacity} rows; without zones it grows if more are set.
   *
   * @param isOfDoubles whether the values are doubles; otherwise they are integers or booleans
   * @param zoned whether the column has a {@link ZoneMap}, because searches often filter by a range
   */
  public GrowingNumericColumn(boolean isOfDoubles, int capacity, boolean zoned) {
    this.isOfDoubles = isOfDoubles;
    this.keys = new long[capacity];
    this.zones = zoned ? new ZoneMap(capacity) : null;
  }

  /** Returns whether the values are doubles; otherwise they are integers or booleans. */
  public boolean isOfDoubles() {
    return isOfDoubles;
  }

  /** Sets an integer, or 0 or 1 for a boolean, of a row that is not published yet. */
  public void setInteger(int row, long value) {
    put(row, value);
    mark(row, value == RARE_KEY);
    addToZone(row, value);
  }

  /** Sets a double of a row that is not published yet; NaN for absent. */
  public void setNumber(int row, double value) {
    if (Double.isNaN(value)) {
      setAbsent(row);
      return;
    }
    long stored = storedKey(value);
    put(row, stored);
    addToZone(row, stored);
  }

  /** Sets a row that is not published yet to absent. */
  public void setAbsent(int row) {
    put(row, RARE_KEY);
    mark(row, false);
  }

  private void put(int row, long key) {
    if (row >= keys.length) {
      keys = Arrays.copyOf(keys, Math.max(row + 1, 2 * keys.length));
    }
    keys[row] = key;
  }

  private void addToZone(int row, long key) {
    if (zones != null) {
      zones.add(row, key);
    }
  }

  private void mark(int row, boolean isRare) {
    if (isRare) {
      if (row >>> 6 >= rareRows.length) {
        rareRows = Arrays.copyOf(rareRows, Bits.wordCount(Math.max(row + 1, keys.length)));
      }
      Bits.set(rareRows, row);
    } else if (row >>> 6 < rareRows.length) {
      Bits.clear(rareRows, row);
    }
  }

  @Override
  public void copy(int row, Column source, int sourceRow) {
    NumericColumn values = (NumericColumn) source;
    long key = values.storedKeyOf(sourceRow);
    if (key != RARE_KEY) {
      // Without the rare key, the bit of the row says nothing.
      put(row, key);
      addToZone(row, key);
    } else if (!isOfDoubles && values.isPresent(sourceRow)) {
      setInteger(row, key);
    } else {
      setAbsent(row);
    }
  }

  @Override
  long storedKeyOf(int row) {
    return keys[row];
  }

  private boolean isPresent(int row, long stored) {
    long[] rare = rareRows;
    return stored != RARE_KEY || (row >>> 6 < rare.length && Bits.get(rare, row));
  }

  private long keyOf(long stored) {
    return isOfDoubles ? keyOfStored(stored) : stored;
  }

  @Override
  public boolean isPresent(int row) {
    return isPresent(row, keys[row]);
  }

  @Override
  public long key(int row) {
    return keyOf(keys[row]);
  }

  @Override
  public long keyOr(int row, long absent) {
    long stored = keys[row];
    return isPresent(row, stored) ? keyOf(stored) : absent;
  }

  @Override
  public boolean matches(int row, NumericSet accepted) {
    long stored = keys[row];
    return isPresent(row, stored) ? accepted.contains(keyOf(stored)) : accepted.includesAbsent();
  }

  @Override
  public double number(int row) {
    long stored = keys[row];
    if (!isPresent(row, stored)) {
      return Double.NaN;
    }
    return isOfDoubles ? NumericKey.toDouble(stored) : (double) stored;
  }

  @Override
  public void narrow(long[] words, int from, int to, long low, long high) {
    if (zones != null) {
      zones.narrow(words, from, to, least(low), greatest(high));
    }
  }

  /** Returns the least stored key of a range of keys from {@code low}. */
  private long least(long low) {
    return isOfDoubles && low == 0 ? MINUS_ZERO : low;
  }

  /** Returns the greatest stored key of a range of keys up to {@code high}. */
  private long greatest(long high) {
    return isOfDoubles && high == MINUS_ZERO ? MINUS_ZERO - 1 : high;
  }

  @Override
  public int filter(int[] rows, int size, NumericSet accepted) {
    return accepted.rangeCount() == 1
        ? filterRange(rows, size, accepted)
        : super.filter(rows, size, accepted);
  }

  /** Filters by a single range, without a call per row. */
  private int filterRange(int[] rows, int size, NumericSet accepted) {
    long least = least(accepted.low(0));
    long greatest = greatest(accepted.high(0));
    int absent = accepted.includesAbsent() ? 1 : 0;
    int notEmpty = least <= greatest ? 1 : 0;
    int count = 0;
    for (int i = 0; i < size; i++) {
      int row = rows[i];
      rows[count] = row;
      int within = isWithin(keys[row], least, greatest) & notEmpty;
      count += isPresent(row, keys[row]) ? within : absent;
    }
    return count;
  }
}
