package io.offerengine.internal.write;

import io.offerengine.internal.segment.StoredOffers;
import io.offerengine.internal.segment.StoredRow;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The outcome of a batch for offers that are stored outside an engine. Confined to one thread. */
public final class ResolvedBatch extends BatchRules<StoredRow> {
  private final LongFunction<@Nullable Offer> stored;

  /** The offers that were read; null if there is none. */
  private final Map<Long, @Nullable Offer> read = new HashMap<>();

  /**
   * Computes the outcome of a batch, with the exceptions of {@link #run}.
   *
   * @param stored returns the stored offer of an identifier, null for none; called at most once for
   *     each
   */
  public ResolvedBatch(Schema schema, LongFunction<@Nullable Offer> stored, OfferBatch batch) {
    super(schema);
    this.stored = stored;
    run(batch);
  }

  private @Nullable Offer read(long id) {
    if (!read.containsKey(id)) {
      Offer offer = stored.apply(id);
      read.put(id, offer == null ? null : StoredOffers.withoutDerivable(offer));
    }
    return read.get(id);
  }

  @Override
  boolean holds(long id) {
    return read(id) != null;
  }

  @Override
  Offer find(long id) {
    return Objects.requireNonNull(read(id));
  }

  @Override
  StoredRow row(Offer offer) {
    return new StoredRow(offer);
  }

  @Override
  StoredRow changedRow(OfferBatch.Update update) {
    return new StoredRow(find(update.id()).with(update.changes()));
  }

  @Override
  Offer offer(StoredRow row) {
    return row.offer();
  }
}
