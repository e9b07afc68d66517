package io.offerengine.saved;

import io.offerengine.schema.Schema;

/** Sets of saved searches that find searches in one way only, for tests of other packages. */
public enum ForcedSearches {
  /** All searches stay in the tail, which is checked one by one. */
  TAIL(1 << 16, 1, 1),
  /** Clusters are checked row by row. */
  ROWS(3, Integer.MAX_VALUE, 1),
  /** Every cluster has bitmaps with exact intervals. */
  BITMAPS(5, 1, 1000),
  /** Bitmaps have so few thresholds that nearly every row is checked. */
  COARSE_BITMAPS(7, 1, 2),
  /** Small clusters without bitmaps, large ones with. */
  MIXED(40, 8, 6);

  private final int tailRows;
  private final int bitmapRows;
  private final int thresholds;

  ForcedSearches(int tailRows, int bitmapRows, int thresholds) {
    this.tailRows = tailRows;
    this.bitmapRows = bitmapRows;
    this.thresholds = thresholds;
  }

  /** Starts such a set. */
  public SavedSearches.Builder builder(Schema schema) {
    return SavedSearches.builder(schema).sizes(tailRows, bitmapRows, thresholds);
  }
}
