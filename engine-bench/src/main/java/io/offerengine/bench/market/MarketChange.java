package io.offerengine.bench.market;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;

/** One change to the offers of a market: one line of a change stream. */
public sealed interface MarketChange {
  /** Returns the identifier of the offer. */
  long id();

  /** Adds the change to a batch. */
  void addTo(OfferBatch.Builder batch);

  /**
   * An offer appears, with all its values.
   *
   * @param offer the offer
   */
  record Appearance(Offer offer) implements MarketChange {
    @Override
    public long id() {
      return offer.id();
    }

    @Override
    public void addTo(OfferBatch.Builder batch) {
      batch.upsert(offer);
    }
  }

  /**
   * Some fields of an offer take new values.
   *
   * @param values the identifier and the new values, and nothing else
   */
  record Revision(Offer values) implements MarketChange {
    @Override
    public long id() {
      return values.id();
    }

    @Override
    public void addTo(OfferBatch.Builder batch) {
      OfferChanges.Builder changes = OfferChanges.builder(values.schema());
      for (Field field : values.schema().columns()) {
        if (field != MarketplaceSchema.ID && values.has(field)) {
          if (field.type() == FieldType.BOOLEAN) {
            changes.put(field, values.flag(field));
          } else {
            changes.put(field, values.number(field));
          }
        }
      }
      batch.update(id(), changes.build());
    }
  }

  /**
   * An offer disappears.
   *
   * @param id its identifier
   */
  record Disappearance(long id) implements MarketChange {
    @Override
    public void addTo(OfferBatch.Builder batch) {
      batch.delete(id);
    }
  }
}
