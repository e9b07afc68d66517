package io.offerengine.internal.merge;

import io.offerengine.internal.column.Footprint;
import it.unimi.dsi.fastutil.ints.IntSet;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;

/**
 * The location of the row of each offer, or of each saved search.
 *
 * <p><b>Layout.</b> A hash map from identifiers to a segment's serial number (upper half) and a
 * row.
 *
 * <p><b>Threads.</b> Confined to the writer.
 */
public final class RowLocations extends Long2LongOpenHashMap {
  private static final long serialVersionUID = 1L;

  /** The location of an identifier that no row has. */
  public static final long NOWHERE = -1;

  /** Creates an empty map. */
  public RowLocations() {
    defaultReturnValue(NOWHERE);
  }

  /** Returns the location of a row. */
  public static long at(int serial, int row) {
    return (long) serial << 32 | row;
  }

  /** Returns the serial number of a location's segment. */
  public static int serial(long location) {
    return (int) (location >>> 32);
  }

  /** Returns the row of a location in its segment. */
  public static int row(long location) {
    return (int) location;
  }

  /**
   * Moves what lies in one of some segments to a row of another segment.
   *
   * @param sources the serial numbers of the segments
   * @return false if the identifier lies elsewhere or nowhere, so that nothing was moved
   */
  public boolean move(long id, IntSet sources, long location) {
    long before = replace(id, location);
    boolean isMoved = sources.contains(serial(before));
    if (!isMoved) {
      replace(id, before);
    }
    return isMoved;
  }

  /** Returns the memory of the map, in bytes. */
  public long bytes() {
    return 2 * Footprint.array(key.length, Long.BYTES);
  }
}
