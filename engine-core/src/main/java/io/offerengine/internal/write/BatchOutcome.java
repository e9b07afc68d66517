package io.offerengine.internal.write;

import io.offerengine.internal.segment.ChangedRow;
import io.offerengine.internal.segment.NewRow;
import io.offerengine.internal.segment.StoredRow;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;

/**
 * The outcome of a batch for the segments of a writer.
 *
 * <p><b>Threads.</b> Confined to the writer.
 */
final class BatchOutcome extends BatchRules<NewRow> {
  private final SegmentSet segments;
  private final RowUpdates updates;

  /** Computes the outcome of a batch, with the exceptions of {@link #run}. */
  BatchOutcome(Schema schema, SegmentSet segments, RowUpdates updates, OfferBatch batch) {
    super(schema);
    this.segments = segments;
    this.updates = updates;
    run(batch);
  }

  @Override
  boolean holds(long id) {
    return segments.holds(id);
  }

  @Override
  Offer find(long id) {
    return segments.find(id);
  }

  @Override
  NewRow row(Offer offer) {
    return new StoredRow(offer);
  }

  @Override
  NewRow changedRow(OfferBatch.Update update) {
    return updates.areComplete()
        ? segments.changedRow(update, updates)
        : new StoredRow(find(update.id()).with(update.changes()));
  }

  @Override
  Offer offer(NewRow row) {
    return row instanceof ChangedRow changed
        ? find(changed.id()).with(changed.changes())
        : ((StoredRow) row).offer();
  }
}
