package io.offerengine.internal.write;

/**
 * The sizes of tails and segments. Both follow the number of live offers unless they are fixed.
 *
 * @param fixedTailRows the capacity of every tail; 0 to follow the number of offers
 * @param fixedSegmentRows the most rows of a sealed segment; 0 to follow the number of offers
 */
public record SegmentSizes(int fixedTailRows, int fixedSegmentRows) {
  /** Tails and segments follow the number of offers. */
  public static final SegmentSizes DEFAULTS = new SegmentSizes(0, 0);

  /** Sealing a smaller tail costs more than all else of its updates. */
  private static final int MIN_TAIL_ROWS = 256;

  /** A larger tail would be sealed more rarely, but a search may check every row of it. */
  private static final int MAX_TAIL_ROWS = 2048;

  /**
   * The greatest share of all offers in one tail: a search checks every row of up to four tails.
   */
  private static final int TAIL_SHARE = 128;

  /** The most rows of a segment, up to {@value #SEGMENT_SHARE} times as many offers. */
  private static final int LEAST_SEGMENT_ROWS = 262_144;

  /**
   * The greatest share of all offers in one segment: a search plans each segment that may have one
   * of the best rows, and a merge holds the rows of a new segment twice (decision 79).
   */
  private static final int SEGMENT_SHARE = 4;

  /** Returns the capacity of a new tail, given the number of live rows. */
  int tailRows(int liveRows) {
    return fixedTailRows > 0
        ? fixedTailRows
        : Math.max(MIN_TAIL_ROWS, Math.min(MAX_TAIL_ROWS, liveRows / TAIL_SHARE));
  }

  /** Returns the most rows of a new sealed segment, given the number of live rows. */
  int segmentRows(int liveRows) {
    return fixedSegmentRows > 0
        ? fixedSegmentRows
        : Math.max(LEAST_SEGMENT_ROWS, liveRows / SEGMENT_SHARE);
  }
}
