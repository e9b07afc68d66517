package io.offerengine.bench.market;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A change of an offer of the market, at least one of whose sides is given. Only flags and numbers
 * of an offer change.
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
      OfferChanges.Builder changes = OfferChanges.builder(MarketplaceSchema.schema());
      for (Field field : after.schema().columns()) {
        if (!after.has(field)) {
          continue;
        }
        if (field.type() == FieldType.BOOLEAN && before.flag(field) != after.flag(field)) {
          changes.put(field, after.flag(field));
        } else if (field.type() == FieldType.NUMBER
            && before.number(field) != after.number(field)) {
          changes.put(field, after.number(field));
        }
      }
      batch.update(id(), changes.build());
    }
  }
}
