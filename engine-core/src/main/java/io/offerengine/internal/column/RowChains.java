package io.offerengine.internal.column;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Linked lists of the rows of each code in a column. Each list leads from the latest row with a
 * code back to the first one.
 *
 * <p><b>Cost.</b> Four bytes of memory per row of capacity, and four per code.
 *
 * <p><b>Threads.</b> One writer. A list may start with rows that were not published to a reader;
 * the reader skips them and finds the published rows behind.
 */
public final class RowChains {
  /** The end of a list. */
  public static final int NONE = -1;

  private static final VarHandle ROWS = MethodHandles.arrayElementVarHandle(int[].class);

  /** For each row, the previous row with the same code. */
  private final int[] earlier;

  /** For each code, the latest row. */
  private final int[] latest;

  /** Creates empty lists of at most {@code capacity} rows and {@code codes} codes. */
  RowChains(int capacity, int codes) {
    this.earlier = chains(capacity);
    this.latest = chains(codes);
  }

  private static int[] chains(int capacity) {
    int[] rows = new int[capacity];
    Arrays.fill(rows, NONE);
    return rows;
  }

  /** Adds a row to the list of its code. Rows are added in ascending order. */
  void add(int row, int code) {
    earlier[row] = latest[code];
    // Published after earlier[row], so that a reader that sees the row can follow it.
    ROWS.setRelease(latest, code, row);
  }

  /** Returns the last row below {@code rowCount} with a code; {@link #NONE} if there is none. */
  public int latest(int code, int rowCount) {
    int row = (int) ROWS.getAcquire(latest, code);
    while (row >= rowCount) {
      row = earlier[row];
    }
    return row;
  }

  /** Returns the previous row with the same code; {@link #NONE} if there is none. */
  public int earlier(int row) {
    return earlier[row];
  }
}
