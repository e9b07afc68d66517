package io.offerengine.internal.saved;

import java.util.function.Consumer;

/**
 * Searches by row: a {@link SearchTail} or a {@link SearchSegment}.
 *
 * <p><b>Threads.</b> Only the writer changes rows. A reader takes the numbers of rows and removals
 * from a {@link SearchVersion}, and ignores what was added or removed later.
 */
abstract sealed class SearchRows permits SearchSegment, SearchTail {
  /** By row: the identifier. */
  final long[] ids;

  /**
   * By row: 0 for a live row, otherwise which removal of these rows removed it, from 1. A reader
   * that sees a later removal than those of its version counts the row as live.
   */
  final int[] removedAt;

  /** The number of these rows among those of all searches; for the writer. */
  int serial;

  /** How many rows have been removed; for the writer. */
  int removals;

  SearchRows(long[] ids) {
    this.ids = ids;
    this.removedAt = new int[ids.length];
  }

  /**
   * Returns whether a row is live in a version.
   *
   * @param seen how many rows had been removed
   */
  boolean isLive(int row, int seen) {
    int removed = removedAt[row];
    return removed == 0 || removed > seen;
  }

  /** Removes a live row; for the writer. */
  void remove(int row) {
    removedAt[row] = ++removals;
  }

  /** Calls an action with every search that is live now; for the writer. */
  abstract void forEachLive(Consumer<SavedSearch> action);
}
