package io.offerengine.bench.market;

import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A change of an offer of the market, at least one of whose sides is given.
 *
 * @param before null for a new offer
 * @param after null for an offer that disappears
 */
public record OfferChange(@Nullable Offer before, @Nullable Offer after) {
  /** Returns the identifier of the offer. */
  public long id() {
    return Objects.requireNonNull(before == null ? after : before).id();
  }

  /** Adds the change to a batch; an update has the fields that change, and no others. */
  public void addTo(OfferBatch.Builder batch) {
    if (after == null) {
      batch.delete(id());
    } else if (before == null) {
      batch.upsert(after);
    } else {
      batch.update(id(), before.changesTo(after));
    }
  }
}
