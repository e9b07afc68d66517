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

  /** Returns the live rows as a new bitmap. */
  public long[] liveWords() {
    long[] words = Bits.all(size);
    live.retain(words);
    return words;
  }
}
