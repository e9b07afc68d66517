package io.offerengine.internal.column;

import io.offerengine.query.NumericSet;

/**
 * A column of integers, numbers or booleans, which compare by {@link
 * io.offerengine.schema.NumericKey numeric key}.
 */
public abstract non-sealed class NumericColumn extends Column {
  /**
   * A key that hardly any value has: asked for in the place of absence, it leaves few rows to be
   * asked whether they have a value.
   */
  public static final long RARE_KEY = Long.MIN_VALUE + 1;

  /** Returns 1 if a key is in a range, both bounds included, otherwise 0: without a branch. */
  static int isWithin(long key, long low, long high) {
    return Long.compareUnsigned(key - low, high - low) <= 0 ? 1 : 0;
  }

  /** Returns the key of a row that has a value: the value itself for integers and booleans. */
  public abstract long key(int row);

  /** Returns the value of a row as a number, sign of zero kept; NaN when absent. */
  public abstract double number(int row);

  /** Returns the key of a row, or a number that stands for its absence. */
  public long keyOr(int row, long absent) {
    return isPresent(row) ? key(row) : absent;
  }

  /** Returns whether a set accepts a row. */
  public boolean matches(int row, NumericSet accepted) {
    return isPresent(row) ? accepted.contains(key(row)) : accepted.includesAbsent();
  }

  /**
   * Writes the keys of some rows, or a number that stands for absence.
   *
   * <p>Which column it is can't be foreseen where rows are looked at, so every call is made through
   * a table. Columns of long segments answer for many rows in one call.
   */
  public void keysOr(int[] rows, int size, long absent, long[] target) {
    for (int i = 0; i < size; i++) {
      target[i] = keyOr(rows[i], absent);
    }
  }

  /** Writes the values of some rows as numbers, NaN when absent. */
  public void numbers(int[] rows, int size, double[] target) {
    for (int i = 0; i < size; i++) {
      target[i] = number(rows[i]);
    }
  }

  /**
   * Lists the rows of a run that have a value, its key not below one bound and not above another;
   * returns how many.
   */
  public int listWithin(int from, int to, long low, long high, int[] rows) {
    int size = 0;
    for (int row = from; row < to; row++) {
      rows[size] = row;
      size += isPresent(row) && key(row) >= low && key(row) <= high ? 1 : 0;
    }
    return size;
  }

  /** Keeps those of some rows that a set accepts, in their order; returns how many. */
  public int filter(int[] rows, int size, NumericSet accepted) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      int row = rows[i];
      rows[kept] = row;
      kept += matches(row, accepted) ? 1 : 0;
    }
    return kept;
  }
}
