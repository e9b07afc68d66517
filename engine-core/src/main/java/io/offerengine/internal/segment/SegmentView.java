package io.offerengine.internal.segment;

import io.offerengine.internal.column.Bits;

/**
 * A segment as one snapshot sees it.
 *
 * @param segment the segment
 * @param size how many of its rows the snapshot sees
 * @param live which of these are live
 */
public record SegmentView(Segment segment, int size, LiveRows live) {
  /** Returns the number of live rows. */
  public int liveCount() {
    return size - live.deadCount();
  }

  /** Returns the number of words that a bitmap of the rows has. */
  public int wordCount() {
    return Bits.wordCount(size);
  }

  /** Copies a run of words of the bitmap of live rows, at their own places. */
  public void copyLive(long[] words, int from, int to) {
    live.copy(words, from, to);
    Bits.keepRange(words, from, to, 0, size);
  }
}
