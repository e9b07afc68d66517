package io.offerengine.internal.index;

import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.query.NumericSet;
import io.offerengine.schema.NumericKey;
import org.jspecify.annotations.Nullable;

/**
 * A condition as one range of the keys of a sealed column.
 *
 * @param column the column
 * @param low the least accepted key
 * @param high the greatest accepted key
 */
record KeyRange(NumericColumn column, long low, long high) {
  private static final long LEAST_NUMBER = NumericKey.of(Double.NEGATIVE_INFINITY);

  /** Returns a set of accepted values as a range of keys; null if it is no such range. */
  static @Nullable KeyRange of(NumericColumn column, NumericSet accepted) {
    if (!(column instanceof PackedColumn sealed)
        || sealed.isConstant()
        || accepted.rangeCount() != 1
        || accepted.includesAbsent()) {
      return null;
    }
    // No number has a lesser key; the key that stands for absence has.
    long least = sealed.isOfDoubles() ? LEAST_NUMBER : Long.MIN_VALUE;
    long low = Math.max(least, accepted.low(0));
    return low <= accepted.high(0) ? new KeyRange(column, low, accepted.high(0)) : null;
  }

  /** Returns whether a key is accepted. */
  boolean contains(long key) {
    return key >= low && key <= high;
  }
}
