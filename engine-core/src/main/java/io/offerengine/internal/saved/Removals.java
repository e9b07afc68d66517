package io.offerengine.internal.saved;

/**
 * Which rows of a segment or of a tail of searches were removed.
 *
 * <p><b>Threads.</b> Only the writer removes rows. A match takes the number of removals from a
 * {@link SearchVersion}, and ignores what was removed later. A merge may see some later removals,
 * too.
 */
final class Removals {
  /** By row: 0 for a live row, otherwise which removal removed it, from 1. */
  private final int[] removedAt;

  private int count;

  /** Creates no removals of some rows. */
  Removals(int rows) {
    this.removedAt = new int[rows];
  }

  /** Removes a live row; for the writer. */
  void add(int row) {
    removedAt[row] = ++count;
  }

  /** Returns how many rows have been removed; for the writer. */
  int count() {
    return count;
  }

  /** Returns whether a row is live by now; a merge may see that a little late. */
  boolean isLive(int row) {
    return removedAt[row] == 0;
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
}
