package io.offerengine.internal.column;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The least and the greatest key of each zone of 64 rows of a growing column. A search skips zones
 * whose keys are all outside the range that it looks for (Moerkotte, "Small materialized
 * aggregates", 1998).
 *
 * <p><b>Cost.</b> A quarter of a byte per row.
 *
 * <p><b>Threads.</b> One writer. A reader may see bounds with or without rows that are being
 * appended. Both include the keys of the rows that were published to the reader.
 */
final class ZoneMap {
  /** The number of rows in a zone: a word of a bitmap has the rows of one. */
  static final int ROWS = Long.SIZE;

  private static final VarHandle KEYS = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] least;
  private final long[] greatest;

  /** Creates empty zones for a column of at most {@code capacity} rows. */
  ZoneMap(int capacity) {
    int zones = (capacity + ROWS - 1) / ROWS;
    this.least = new long[zones];
    this.greatest = new long[zones];
    Arrays.fill(least, Long.MAX_VALUE);
    Arrays.fill(greatest, Long.MIN_VALUE);
  }

  /** Widens the bounds of a row's zone by the key of the row. */
  void add(int row, long key) {
    int zone = row / ROWS;
    if (key < least[zone]) {
      KEYS.setOpaque(least, zone, key);
    }
    if (key > greatest[zone]) {
      KEYS.setOpaque(greatest, zone, key);
    }
  }

  /** Drops the words of a bitmap in whose zone no row has {@code low <= key <= high}. */
  void narrow(long[] words, int from, int to, long low, long high) {
    for (int zone = from; zone < to; zone++) {
      boolean mayHave =
          (long) KEYS.getOpaque(least, zone) <= high
              && (long) KEYS.getOpaque(greatest, zone) >= low;
      words[zone] = mayHave ? words[zone] : 0;
    }
  }
}
