package io.offerengine.internal.saved;

import io.offerengine.query.OfferValues;
import io.offerengine.schema.Offer;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * All saved searches after an addition or a removal.
 *
 * <p><b>Threads.</b> What a version shows never changes. The writer notes later removals, which a
 * version ignores.
 *
 * @param segments the segments, oldest first
 * @param tail the newest searches, which are checked one by one
 * @param tailRows how many rows of the tail belong to this version
 * @param tailRemovals which of them were removed, before this version or after it
 * @param tailRemoved how many of them were removed before this version
 * @param searches the number of live searches
 */
public record SearchVersion(
    List<View> segments,
    @SuppressWarnings("ArrayRecordComponent") SavedSearch[] tail,
    int tailRows,
    Removals tailRemovals,
    int tailRemoved,
    int searches) {
  /**
   * A segment in a version.
   *
   * @param segment the segment
   * @param removed how many of its rows were removed before this version
   */
  record View(SearchSegment segment, int removed) {}

  /**
   * Finds the searches that an offer satisfies and did not satisfy before its change.
   *
   * @param before null for a new offer
   * @param now the time of the match, in seconds since 1970
   */
  public void match(@Nullable Offer before, Offer after, double now, LongConsumer sink) {
    OfferValues values = new OfferValues(after, now);
    OfferValues earlier = before == null ? null : new OfferValues(before, now);
    for (View view : segments) {
      new SegmentMatch(view, values, earlier, sink).run();
    }
    for (int row = 0; row < tailRows; row++) {
      SavedSearch search = tail[row];
      if (tailRemovals.isLive(row, tailRemoved)
          && search.accepts(values)
          && (earlier == null || !search.accepts(earlier))) {
        sink.accept(search.id());
      }
    }
  }

  /** Returns the number of clusters of all segments. */
  public int clusterCount() {
    return segments.stream().mapToInt(view -> (int) view.segment.clusters().count()).sum();
  }

  /** Returns how many removed searches still take memory. */
  public int removedRows() {
    return tailRemoved + segments.stream().mapToInt(View::removed).sum();
  }

  /** Returns the memory of the segments, in bytes. */
  public long bytes() {
    return segments.stream().mapToLong(view -> view.segment.bytes()).sum();
  }
}
