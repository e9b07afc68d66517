package io.offerengine.internal.facet;

import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.SegmentView;
import java.util.Arrays;

/**
 * The rows that a search found in a segment.
 *
 * @param masks by variant of the query, as bitmaps; the query itself is the first variant
 */
record FoundRows(
    SegmentView view,
    SegmentReader reader,
    @SuppressWarnings("ArrayRecordComponent") long[][] masks) {
  /** Returns the same with bitmaps of its own. */
  FoundRows copy() {
    long[][] copies = new long[masks.length][];
    for (int variant = 0; variant < copies.length; variant++) {
      copies[variant] = Arrays.copyOf(masks[variant], view.wordCount());
    }
    return new FoundRows(view, reader, copies);
  }

  /** Returns how many rows match one of the first variants. */
  int count(int variants) {
    int count = 0;
    for (int word = 0; word < view.wordCount(); word++) {
      count += Long.bitCount(anyOf(variants, word));
    }
    return count;
  }

  /** Returns a word of the rows that match one of the first variants. */
  long anyOf(int variants, int word) {
    long any = 0;
    for (int variant = 0; variant < variants; variant++) {
      any |= masks[variant][word];
    }
    return any;
  }
}
