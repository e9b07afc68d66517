package io.offerengine.internal.column;

import io.offerengine.query.NumericSet;
import io.offerengine.schema.NumericKey;

/**
 * A column of integers, numbers or booleans.
 *
 * <p>Every value has a 64-bit key, and values compare like their keys: the value itself for an
 * integer, 0 or 1 for a boolean, and the {@link io.offerengine.schema.NumericKey numeric key} for a
 * number. Methods that take many rows exist because a search does not know which kind of column it
 * reads: one virtual call per batch of rows is cheaper than one per row.
 */
public abstract non-sealed class NumericColumn extends Column {
  /**
   * A key that hardly any value has. A caller of {@link #keysOr} passes it as the key of absent
   * values; then only the rows with this result need a call of {@link #isPresent}.
   */
  public static final long RARE_KEY = Long.MIN_VALUE + 1;

  /**
   * Stands for -0.0 in columns of doubles, so that the number keeps its sign. It lies between the
   * keys of 0.0 and of the greatest number below, and is the key of no number.
   */
  static final long MINUS_ZERO = -1;

  /** Returns 1 if {@code low <= key <= high}, otherwise 0, without a branch. */
  static int isWithin(long key, long low, long high) {
    return Long.compareUnsigned(key - low, high - low) <= 0 ? 1 : 0;
  }

  /**
   * Returns the number that columns of doubles store for a value that is not NaN: its key, but
   * {@link #MINUS_ZERO} for -0.0. {@link NumericKey#toDouble} returns the value.
   */
  static long storedKey(double value) {
    boolean isMinusZero = value == 0 && Double.doubleToRawLongBits(value) != 0;
    return isMinusZero ? MINUS_ZERO : NumericKey.of(value);
  }

  /** Returns the key of the value that a column of doubles stores. */
  static long keyOfStored(long stored) {
    return stored == MINUS_ZERO ? 0 : stored;
  }

  /** Returns the key of a row that has a value. */
  public abstract long key(int row);

  /** Returns the value of a row as a double; NaN if absent. Negative zero stays negative. */
  public abstract double number(int row);

  /** Returns the key of a row; {@code absent} if it has no value. */
  public long keyOr(int row, long absent) {
    return isPresent(row) ? key(row) : absent;
  }

  /**
   * Returns the key of a row, {@link #MINUS_ZERO} for -0.0; {@link #RARE_KEY} if it has no value.
   */
  long storedKeyOf(int row) {
    return isPresent(row) ? key(row) : RARE_KEY;
  }

  /** Returns whether a set contains the value of a row, or its absence. */
  public boolean matches(int row, NumericSet accepted) {
    return isPresent(row) ? accepted.contains(key(row)) : accepted.includesAbsent();
  }

  /**
   * Writes the keys of rows to an array.
   *
   * @param rows the rows
   * @param size how many of them to read
   * @param absent the key to write for a row without a value
   * @param target receives a key for each row, in their order
   */
  public void keysOr(int[] rows, int size, long absent, long[] target) {
    for (int i = 0; i < size; i++) {
      target[i] = keyOr(rows[i], absent);
    }
  }

  /** Writes the values of rows to an array, as doubles; NaN if absent. */
  public void numbers(int[] rows, int size, double[] target) {
    for (int i = 0; i < size; i++) {
      target[i] = number(rows[i]);
    }
  }

  /**
   * Clears words of a bitmap, from {@code from} up to, not including, {@code to}, if the column
   * knows that none of their rows has a key of a range. By default no word is cleared.
   */
  public void narrow(long[] words, int from, int to, long low, long high) {}

  /**
   * Filters a list of rows by their values, without changing its order.
   *
   * @param rows the list; the surviving rows replace it from its start
   * @param size the number of rows in the list
   * @return the number of surviving rows
   */
  public int filter(int[] rows, int size, NumericSet accepted) {
    int count = 0;
    for (int i = 0; i < size; i++) {
      int row = rows[i];
      rows[count] = row;
      count += matches(row, accepted) ? 1 : 0;
    }
    return count;
  }
}
