package io.offerengine.internal.column;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The least and the greatest key of every 64 rows of a column that rows are appended to: whole runs
 * of rows are passed where they can't have what is looked for (Moerkotte, "Small materialized
 * aggregates", 1998).
 *
 * <p><b>Cost.</b> A quarter of a byte a row.
 *
 * <p><b>Threads.</b> One writer. A reader may see bounds before or after rows are added that were
 * not published to it: those of the rows that were lie within both.
 */
final class ZoneMap {
  /** So many rows are a zone. */
  static final int ROWS = 64;

  private static final VarHandle KEYS = MethodHandles.arrayElementVarHandle(long[].class);

  private long[] least;
  private long[] greatest;

  /** Creates the zones of a column with room for some rows. */
  ZoneMap(int capacity) {
    int zones = (capacity + ROWS - 1) / ROWS;
    this.least = new long[zones];
    this.greatest = new long[zones];
    clear(0);
  }

  private void clear(int from) {
    Arrays.fill(least, from, least.length, Long.MAX_VALUE);
    Arrays.fill(greatest, from, greatest.length, Long.MIN_VALUE);
  }

  /** Notes the key of a row. */
  void add(int row, long key) {
    int zone = row / ROWS;
    if (zone >= least.length) {
      int known = least.length;
      least = Arrays.copyOf(least, Math.max(zone + 1, 2 * known));
      greatest = Arrays.copyOf(greatest, least.length);
      clear(known);
    }
    if (key < least[zone]) {
      KEYS.setOpaque(least, zone, key);
    }
    if (key > greatest[zone]) {
      KEYS.setOpaque(greatest, zone, key);
    }
  }

  /** Returns whether a row of the zone of one may have a key of a range, both bounds included. */
  boolean mayHave(int row, long low, long high) {
    int zone = row / ROWS;
    return zone < least.length
        && (long) KEYS.getOpaque(least, zone) <= high
        && (long) KEYS.getOpaque(greatest, zone) >= low;
  }

  long bytes() {
    return 2 * Footprint.array(least.length, Long.BYTES);
  }
}
