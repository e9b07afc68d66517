package io.offerengine.internal.exec;

import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import org.jspecify.annotations.Nullable;

/**
 * Rows that a search found, as references to rows of segments: those of a page, the best first, or
 * a batch of all that match.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class SearchResult {
  private final @Nullable SegmentReader[] readers;
  private final int[] segments;
  private final int[] rows;
  private final Query query;
  private final double clock;
  private final boolean isCut;

  /**
   * Creates a result.
   *
   * @param clock the time of the search, in seconds since 1970
   * @param isCut whether there are further rows
   */
  SearchResult(
      @Nullable SegmentReader[] readers,
      int[] segments,
      int[] rows,
      Query query,
      double clock,
      boolean isCut) {
    this.readers = readers;
    this.segments = segments;
    this.rows = rows;
    this.query = query;
    this.clock = clock;
    this.isCut = isCut;
  }

  /** Returns the number of rows. */
  public int size() {
    return rows.length;
  }

  /** Returns the segment of a result as the search sees it. */
  public SegmentReader reader(int index) {
    SegmentReader reader = readers[segments[index]];
    if (reader == null) {
      throw new IllegalStateException("a result refers to a segment that was not searched");
    }
    return reader;
  }

  /** Returns the row of a result in its segment. */
  public int row(int index) {
    return rows[index];
  }

  /** Returns the cursor after the last row; null if there are no further rows. */
  public @Nullable Cursor nextCursor() {
    if (!isCut) {
      return null;
    }
    int last = rows.length - 1;
    KeyColumns columns = new KeyColumns(query.order(), null, reader(last));
    RowOrder order = new RowOrder(query.order());
    @Nullable Object[] values = new Object[query.order().size()];
    for (int key = 0; key < values.length; key++) {
      values[key] = order.value(columns, rows[last], key);
    }
    return Cursor.after(query, clock, columns.ids.key(rows[last]), values);
  }
}
