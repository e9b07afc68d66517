package io.offerengine.internal.exec;

import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.query.Cursor;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a search found, the best first: references into the segments that it saw.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class SearchResult {
  private final @Nullable SegmentReader[] readers;
  private final int[] segments;
  private final int[] rows;
  private final @Nullable Cursor nextCursor;

  SearchResult(
      @Nullable SegmentReader[] readers, int[] segments, int[] rows, @Nullable Cursor nextCursor) {
    this.readers = readers;
    this.segments = segments;
    this.rows = rows;
    this.nextCursor = nextCursor;
  }

  /** Returns the number of rows. */
  public int size() {
    return rows.length;
  }

  /** Returns the segment of a result as the search sees it. */
  public SegmentReader reader(int index) {
    SegmentReader reader = readers[segments[index]];
    if (reader == null) {
      throw new IllegalStateException("a result is of a segment that was not searched");
    }
    return reader;
  }

  /** Returns the row of a result in its segment. */
  public int row(int index) {
    return rows[index];
  }

  /** Returns the cursor after the last row; null when nothing was cut. */
  public @Nullable Cursor nextCursor() {
    return nextCursor;
  }
}
