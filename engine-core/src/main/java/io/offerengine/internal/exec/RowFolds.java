package io.offerengine.internal.exec;

import io.offerengine.internal.column.NumericColumn;
import java.util.Objects;

/** Reads the fold values of rows, a run of rows at a time, so that cache misses overlap. */
final class RowFolds {
  /** The value of a row without a fold value; a row may also have this value itself. */
  static final long NO_FOLD = Long.MIN_VALUE;

  private RowFolds() {}

  /** Reads the fold values of some rows into an array. */
  static void read(KeyColumns columns, int[] rows, int size, long[] target) {
    column(columns).keysOr(rows, size, NO_FOLD, target);
  }

  private static NumericColumn column(KeyColumns columns) {
    return Objects.requireNonNull(columns.folds);
  }

  /** Returns whether a row has the fold value that was read of it. */
  static boolean hasFold(KeyColumns columns, int row, long value) {
    return value != NO_FOLD || column(columns).isPresent(row);
  }

  /**
   * Retains the better of two neighbours of the run that have the same fold value and first key, as
   * the slices of a machine have one price; returns how many rows are left.
   *
   * @param values the fold values of the run
   */
  static int foldNeighbours(
      RowOrder order, KeyColumns columns, int[] rows, long[] firsts, long[] values, int size) {
    int last = 0;
    for (int i = 1; i < size; i++) {
      boolean isAlike = values[i] == values[last] && firsts[i] == firsts[last];
      if (!isAlike || values[i] == NO_FOLD) {
        last++;
        rows[last] = rows[i];
        firsts[last] = firsts[i];
        values[last] = values[i];
      } else if (order.compareTied(firsts[i], columns, rows[i], columns, rows[last]) < 0) {
        rows[last] = rows[i];
      }
    }
    return Math.min(size, last + 1);
  }
}
