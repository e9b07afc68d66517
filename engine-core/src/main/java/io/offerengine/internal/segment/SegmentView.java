package io.offerengine.internal.segment;

import io.offerengine.internal.column.Bits;

/**
 * A segment as one snapshot sees it.
 *
 * @param segment the segment
 * @param size the number of visible rows: the first rows of the segment
 * @param live the live rows among the visible rows
 */
public record SegmentView(Segment segment, int size, LiveRows live) {
  /** Returns a view of all rows of a segment, all of them live. */
  public static SegmentView whole(Segment segment) {
    return new SegmentView(segment, segment.size(), LiveRows.all(segment.size()));
  }

  /** Returns the number of live rows. */
  public int liveCount() {
    return size - live.deadCount();
  }

  /** Returns the number of words that a bitmap of the rows has. */
  public int wordCount() {
    return Bits.wordCount(size);
  }

  /** Copies a run of words of the bitmap of live rows to the same indexes of another bitmap. */
  public void copyLive(long[] words, int from, int to) {
    live.copy(words, from, to);
    Bits.keepRange(words, from, to, 0, size);
  }
}
