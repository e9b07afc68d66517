package io.offerengine.internal.saved;

/**
 * From which sizes on searches are indexed.
 *
 * @param tailRows how many added searches are checked one by one before they become a segment
 * @param bitmapRows the searches from which a cluster has bitmaps
 * @param thresholds the most thresholds of one field in a cluster
 */
public record SearchSizes(int tailRows, int bitmapRows, int thresholds) {
  /** The sizes that are fastest for the saved searches of a market. */
  public static final SearchSizes DEFAULTS = new SearchSizes(256, 64, 63);
}
