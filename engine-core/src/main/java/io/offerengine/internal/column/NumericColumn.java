package io.offerengine.internal.column;

import io.offerengine.query.NumericSet;

/**
 * A column of integers, numbers or booleans, which compare by {@link
 * io.offerengine.schema.NumericKey numeric key}.
 */
public abstract non-sealed class NumericColumn extends Column {
  /** Returns the key of a row that has a value: the value itself for integers and booleans. */
  public abstract long key(int row);

  /** Returns the value of a row as a number, sign of zero kept; NaN when absent. */
  public abstract double number(int row);

  /** Returns whether a set accepts a row. */
  public final boolean matches(int row, NumericSet accepted) {
    return isPresent(row) ? accepted.contains(key(row)) : accepted.includesAbsent();
  }
}
