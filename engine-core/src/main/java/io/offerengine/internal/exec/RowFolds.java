package io.offerengine.internal.exec;

import io.offerengine.internal.column.NumericColumn;
import io.offerengine.query.Cursor;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Objects;

/**
 * What the rows of a query that folds are folded by, read a run of rows at a time: waits overlap.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class RowFolds {
  /** Read of a row without a fold value, and perhaps of one that has this. */
  static final long NO_FOLD = Long.MIN_VALUE;

  /** Asking rows early is given up where that drops fewer than one of so many. */
  private static final int ASKED_PER_DROPPED = 4;

  /** So many rows are asked in any case. */
  private static final int TRIED = 128;

  private final RowOrder order;

  /** The fold values of the run. */
  private final long[] values;

  private final LongOpenHashSet passed = new LongOpenHashSet(0);

  /** Of how many rows fold values were asked before conditions, and how many that dropped. */
  private int asked;

  private int dropped;

  /**
   * Starts without any rows.
   *
   * @param room for a run's fold values
   */
  RowFolds(RowOrder order, long[] room) {
    this.order = order;
    this.values = room;
  }

  /** Reads the fold values of some rows. */
  void read(KeyColumns columns, int[] rows, int size) {
    read(columns, rows, size, values);
  }

  /** Reads the fold values of some rows into an array. */
  static void read(KeyColumns columns, int[] rows, int size, long[] target) {
    column(columns).keysOr(rows, size, NO_FOLD, target);
  }

  private static NumericColumn column(KeyColumns columns) {
    return Objects.requireNonNull(columns.folds);
  }

  /** Returns the fold value of a row of the run; {@link #NO_FOLD} may stand for none. */
  long value(int place) {
    return values[place];
  }

  /** Returns whether a row has the fold value that was read of it. */
  static boolean hasFold(KeyColumns columns, int row, long value) {
    return value != NO_FOLD || column(columns).isPresent(row);
  }

  /**
   * Keeps the better one of two rows of the run next to each other that have one fold value and
   * first number, as the slices of a machine have one price; returns how many rows are left.
   */
  int foldNeighbours(KeyColumns columns, int[] rows, long[] firsts, int size) {
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

  /** Notes the fold values of rows that do not rank after a cursor: their results have passed. */
  void notePassed(KeyColumns columns, int[] rows, int size, Cursor after) {
    NumericColumn column = column(columns);
    for (int i = 0; i < size; i++) {
      if (column.isPresent(rows[i]) && order.compare(columns, rows[i], after) <= 0) {
        passed.add(column.key(rows[i]));
      }
    }
  }

  /** Returns whether the result that rows of a fold value fold into ranks before the page. */
  boolean isPassed(long value) {
    return !passed.isEmpty() && passed.contains(value);
  }

  /** Returns whether asking rows for their fold values before conditions drops enough of them. */
  boolean dropsSome() {
    return ASKED_PER_DROPPED * dropped >= asked - TRIED;
  }

  /** Notes that rows were asked before conditions, and how many that dropped. */
  void noteDropped(int rows, int droppedRows) {
    asked += rows;
    dropped += droppedRows;
  }
}
