package io.offerengine.internal.column;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of lists of integers, both for tails and for sealed segments.
 *
 * <p><b>Layout.</b> One array per row; null if the row has no list.
 *
 * <p><b>Threads.</b> As {@link GrowingColumn} in a tail; immutable in a sealed segment.
 */
public final class ListColumn extends Column implements GrowingColumn {
  private long[] @Nullable [] lists;

  /** Creates a column with memory for {@code capacity} rows, without lists. */
  public ListColumn(int capacity) {
    this.lists = new long[capacity][];
  }

  private ListColumn(long[] @Nullable [] lists) {
    this.lists = lists;
  }

  /** Returns the column of a new segment. */
  public static ListColumn merge(List<ListColumn> sources, RowMaps rows) {
    long[] @Nullable [] merged = new long[rows.size()][];
    for (int source = 0; source < sources.size(); source++) {
      rows.source(source).move(sources.get(source).lists, merged);
    }
    return new ListColumn(merged);
  }

  /** Returns the list of a row, not to be changed; null when absent. */
  public long @Nullable [] list(int row) {
    return lists[row];
  }

  /** Sets the list of a row that is not published yet; the column grows as needed. */
  public void set(int row, long @Nullable [] list) {
    if (row >= lists.length) {
      lists = Arrays.copyOf(lists, Math.max(row + 1, 2 * lists.length));
    }
    lists[row] = list;
  }

  @Override
  public void copy(int[] rows, Column source, int[] sourceRows) {
    for (int i = 0; i < rows.length; i++) {
      set(rows[i], ((ListColumn) source).list(sourceRows[i]));
    }
  }

  @Override
  public boolean isPresent(int row) {
    return lists[row] != null;
  }

  @Override
  public long bytes() {
    long bytes = Footprint.array(lists.length, Footprint.REFERENCE);
    for (long[] list : lists) {
      bytes += list == null ? 0 : Footprint.array(list.length, Long.BYTES);
    }
    return bytes;
  }
}
