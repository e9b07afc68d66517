package io.offerengine.internal.column;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The rows of each text of a column that rows are appended to, chained from the latest one back: so
 * they are listed without a look at others.
 *
 * <p><b>Cost.</b> Eight bytes for each row that there is room for: a text may come with every one.
 *
 * <p><b>Threads.</b> One writer. A reader may come to rows that were not published to it, and has
 * to pass them; those that were follow behind them. Beyond the room that they were created with,
 * chains move, and nobody may read beside the writer.
 */
final class RowChains {
  /** The end of a chain. */
  static final int NONE = -1;

  private static final VarHandle ROWS = MethodHandles.arrayElementVarHandle(int[].class);

  /** By row, the row before it of the same text. */
  private int[] earlier;

  /** By code. */
  private int[] latest;

  /** Creates the chains of a column with room for some rows. */
  RowChains(int capacity) {
    this.earlier = chains(capacity);
    this.latest = chains(capacity);
  }

  private static int[] chains(int capacity) {
    int[] rows = new int[capacity];
    Arrays.fill(rows, NONE);
    return rows;
  }

  private static int[] withRoom(int[] rows, int place) {
    if (place < rows.length) {
      return rows;
    }
    int[] more = chains(Math.max(place + 1, 2 * rows.length));
    System.arraycopy(rows, 0, more, 0, rows.length);
    return more;
  }

  /** Takes up a row that has a text: the one after all that were taken up before. */
  void add(int row, int code) {
    earlier = withRoom(earlier, row);
    latest = withRoom(latest, code);
    earlier[row] = latest[code];
    // A reader that sees the row here sees what it leads to.
    ROWS.setRelease(latest, code, row);
  }

  /** Returns the latest of the first rows that has a text; {@link #NONE} where there is none. */
  int latest(int code, int rowCount) {
    int row = (int) ROWS.getAcquire(latest, code);
    while (row >= rowCount) {
      row = earlier[row];
    }
    return row;
  }

  /** Returns the row before one, of the same text; {@link #NONE} where there is none. */
  int earlier(int row) {
    return earlier[row];
  }

  long bytes() {
    return Footprint.array(earlier.length, Integer.BYTES)
        + Footprint.array(latest.length, Integer.BYTES);
  }
}
