package io.offerengine.internal.write;

/**
 * The sizes of tails and segments.
 *
 * @param fixedTailRows the capacity of every tail; 0 to follow the number of offers
 * @param maxSegmentRows the most rows of a sealed segment
 */
public record SegmentSizes(int fixedTailRows, int maxSegmentRows) {
  /**
   * Tails follow the number of offers, segments hold up to 262,144 rows: with fewer rows to a
   * segment most searches slow down, with more a merge takes longer (architecture page, storage).
   */
  public static final SegmentSizes DEFAULTS = new SegmentSizes(0, 262_144);

  private static final int MIN_TAIL_ROWS = 256;
  private static final int MAX_TAIL_ROWS = 2048;

  /**
   * The greatest share of all offers in one tail: a search checks every row of up to four tails.
   */
  private static final int TAIL_SHARE = 128;

  /** Returns the capacity of a new tail, given the number of live rows. */
  int tailRows(int liveRows) {
    return fixedTailRows > 0
        ? fixedTailRows
        : Math.max(MIN_TAIL_ROWS, Math.min(MAX_TAIL_ROWS, liveRows / TAIL_SHARE));
  }
}
