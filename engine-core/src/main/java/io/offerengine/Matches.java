package io.offerengine;

import io.offerengine.internal.exec.SearchResult;
import io.offerengine.internal.segment.RowCache;
import io.offerengine.internal.segment.RowCacheBudget;
import io.offerengine.internal.segment.Segment;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.query.Cursor;
import io.offerengine.schema.Schema;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The results of a search, in the order of the query, or some of all matches, in no particular
 * order ({@link Snapshot#forEach}). The list refers to rows of the snapshot, copies no values, and
 * can't be changed.
 *
 * <pre>{@code
 * for (Match match : snapshot.search(query)) {
 *   System.out.println(match.get(GPU_NAME) + " costs " + match.get(DPH_TOTAL));
 * }
 * }</pre>
 *
 * <p><b>Cost.</b> {@link #get} is O(1) and creates an object of 32 bytes. As long as the instance
 * is reachable, the memory of its snapshot is not freed.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class Matches extends AbstractList<Match> implements RandomAccess {
  private final Schema schema;
  private final boolean folded;
  private final SearchResult result;
  private final RowCacheBudget attachments;

  Matches(Schema schema, boolean folded, SearchResult result, RowCacheBudget attachments) {
    this.schema = schema;
    this.folded = folded;
    this.result = result;
    this.attachments = attachments;
  }

  /** Returns the number of results. */
  @Override
  public int size() {
    return result.size();
  }

  /**
   * Returns a result; 0 is the first one.
   *
   * @throws IndexOutOfBoundsException if there are fewer
   */
  @Override
  public Match get(int index) {
    return new Match(schema, folded, result.reader(index), result.row(index));
  }

  /** Returns the first result; empty if there is none. */
  public Optional<Match> first() {
    return isEmpty() ? Optional.empty() : Optional.of(get(0));
  }

  /** Returns what a function makes of each result, in order. */
  public <T> List<T> toList(Function<? super Match, ? extends T> mapper) {
    return stream().<T>map(mapper).toList();
  }

  /**
   * Returns whether the search folded its results. If it did, fields with a {@link
   * Field#foldedValue} show this value.
   */
  public boolean isFolded() {
    return folded;
  }

  /**
   * Returns the bytes that an attachment makes of the row of a result. If the bytes are cached,
   * this method returns them; otherwise it calls {@link RowAttachment#make}, and caches the new
   * bytes if the {@linkplain OfferEngine.Builder#attachmentBudget budget} allows it.
   *
   * <p><b>Cost.</b> Two reads of memory if the bytes are cached, otherwise one call of {@link
   * RowAttachment#make}.
   *
   * @param index the index of the result
   * @return the bytes; not to be changed
   */
  public byte[] attached(RowAttachment attachment, int index) {
    SegmentReader reader = result.reader(index);
    Segment segment = reader.segment();
    int row = result.row(index);
    RowCache table = segment.attached(attachment);
    byte[] cached = table == null ? null : table.read(row);
    return cached != null
        ? cached
        : attachments.keep(
            segment, attachment, row, attachment.make(new Match(schema, false, reader, row)));
  }

  /**
   * Collects the bytes of an attachment to results, as {@link #attached(RowAttachment, int)}
   * returns them.
   *
   * <p><b>Cost.</b> Less than one call per result, because reads of memory overlap. Nothing is
   * allocated for results whose bytes are cached.
   *
   * @param first the index of the first result
   * @param target receives the bytes of each result, which are not to be changed; if {@link
   *     RowAttachment#make} throws, its content is undefined
   * @param from the index in {@code target} for the first result
   * @param to the index after the last one to fill; fewer are filled if there are fewer results
   * @return the index after the last one that was filled
   */
  public int attached(RowAttachment attachment, int first, byte[][] target, int from, int to) {
    Objects.checkFromToIndex(from, to, target.length);
    int end = from + Math.min(to - from, size() - first);
    // The first pass reads the cached references, so that the processor overlaps these reads; it
    // stores them only so that the reads are made. The second pass finds them in its caches.
    for (int i = from; i < end; i++) {
      int at = first + i - from;
      RowCache table = result.reader(at).segment().attached(attachment);
      byte[] cached = table == null ? null : table.look(result.row(at));
      if (cached != null) {
        target[i] = cached;
      }
    }
    for (int i = from; i < end; i++) {
      target[i] = attached(attachment, first + i - from);
    }
    return end;
  }

  /** Returns the cursor of the next page; null if there are no more results, or the limit was 0. */
  public @Nullable Cursor nextCursor() {
    return result.nextCursor();
  }

  /** Returns the schema. */
  public Schema schema() {
    return schema;
  }

  @Override
  public String toString() {
    return size() + " matches";
  }
}
