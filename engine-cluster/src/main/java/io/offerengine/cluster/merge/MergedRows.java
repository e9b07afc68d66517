package io.offerengine.cluster.merge;

import io.offerengine.cluster.part.RowsPart;
import io.offerengine.query.Cursor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The best rows of several shards.
 *
 * <p>Each shard sends its best rows, as many as the query's limit, so the best rows of all are
 * among them. The order of a query is total, so no two rows are equal and the result does not
 * depend on the order of the parts.
 *
 * <p><b>Cost.</b> One comparison per part and row that is taken. The JSON of rows is not copied.
 *
 * <p><b>Threads.</b> Immutable, if nobody writes to the bytes of the parts.
 */
public final class MergedRows {
  private final List<RowsPart> parts;

  /** The part of each row. */
  private final int[] sources;

  /** The number of each row in its part. */
  private final int[] rows;

  private final boolean isCut;

  private MergedRows(List<RowsPart> parts, int[] sources, int[] rows, boolean isCut) {
    this.parts = parts;
    this.sources = sources;
    this.rows = rows;
    this.isCut = isCut;
  }

  /**
   * Merges rows.
   *
   * @param parts the best rows of each shard, in the order of the query
   * @param order the order of the query
   * @param limit the largest number of rows
   */
  public static MergedRows of(List<RowsPart> parts, Comparator<Cursor> order, int limit) {
    @Nullable Cursor[] heads = new Cursor[parts.size()];
    int[] next = new int[heads.length];
    int total = 0;
    boolean isCut = false;
    for (int part = 0; part < heads.length; part++) {
      heads[part] = head(parts.get(part), 0);
      total += parts.get(part).size();
      isCut |= parts.get(part).hasMore();
    }
    int size = Math.min(limit, total);
    int[] sources = new int[size];
    int[] rows = new int[size];
    for (int i = 0; i < size; i++) {
      int best = best(heads, order);
      sources[i] = best;
      rows[i] = next[best]++;
      heads[best] = head(parts.get(best), next[best]);
    }
    return new MergedRows(List.copyOf(parts), sources, rows, isCut || size < total);
  }

  private static @Nullable Cursor head(RowsPart part, int row) {
    return row < part.size() ? part.cursor(row) : null;
  }

  private static int best(@Nullable Cursor[] heads, Comparator<Cursor> order) {
    int best = -1;
    Cursor first = null;
    for (int part = 0; part < heads.length; part++) {
      Cursor head = heads[part];
      if (head != null && (first == null || order.compare(head, first) < 0)) {
        best = part;
        first = head;
      }
    }
    return best;
  }

  /** Returns the number of rows. */
  public int size() {
    return rows.length;
  }

  /** Returns the part that a row comes from. */
  public int part(int row) {
    return sources[row];
  }

  /** Returns the number of a row in its part. */
  public int rowInPart(int row) {
    return rows[row];
  }

  /** Returns the token of the next page; null if no row was cut. */
  public @Nullable String nextToken() {
    int last = rows.length - 1;
    return isCut && last >= 0 ? parts.get(sources[last]).token(rows[last]) : null;
  }

  /** Returns the JSON of each row, in order. */
  public List<ByteBuffer> json() {
    List<ByteBuffer> json = new ArrayList<>(rows.length);
    for (int i = 0; i < rows.length; i++) {
      json.add(parts.get(sources[i]).json(rows[i]));
    }
    return json;
  }

  @Override
  public String toString() {
    return rows.length + " rows of the parts " + Arrays.toString(sources);
  }
}
