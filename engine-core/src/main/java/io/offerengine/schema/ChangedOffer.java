package io.offerengine.schema;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The effect of a batch on one offer.
 *
 * @param before the stored values before the batch; null if the batch inserted the offer
 * @param after the stored values after the batch; null if the batch deleted the offer
 */
public record ChangedOffer(@Nullable Offer before, @Nullable Offer after) {
  /** Returns the identifier of the offer. */
  public long id() {
    return before != null ? before.id() : Objects.requireNonNull(after).id();
  }
}
