package io.offerengine.internal.saved;

import io.offerengine.query.OfferValues;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the searches that an offer satisfies now and did not satisfy before its change.
 *
 * <p><b>Threads.</b> Confined to one match.
 *
 * @param now the values of the offer
 * @param before the values before the change; null if every satisfied search is wanted
 * @param sink receives the identifiers
 * @param block scratch memory of {@link ClusterMatch#BLOCK} words
 */
record OfferMatch(
    OfferValues now,
    @Nullable OfferValues before,
    LongConsumer sink,
    @SuppressWarnings("ArrayRecordComponent") long[] block) {
  /** Finds the searches of a version. */
  void run(SearchVersion version) {
    for (SearchVersion.View view : version.segments()) {
      new SegmentMatch(this, view).run();
    }
    SearchTail tail = version.tail();
    for (int row = 0; row < version.tailRows(); row++) {
      SavedSearch search = tail.searches[row];
      boolean isNew =
          search.accepts(now)
              && (before == null || !search.accepts(before))
              && tail.isLive(row, version.tailRemovals());
      if (isNew) {
        sink.accept(search.id());
      }
    }
  }
}
