package io.offerengine.cluster;

import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferChanges;
import org.jspecify.annotations.Nullable;

/**
 * What a batch did to one offer.
 *
 * @param id the identifier of the offer
 * @param whole the whole offer if the batch inserted it or moved it to another fold; it replaces an
 *     offer that exists
 * @param changes the changed fields of an offer that exists; null if {@code whole} is given, or if
 *     the batch deleted the offer
 */
public record LoggedChange(long id, @Nullable Offer whole, @Nullable OfferChanges changes) {
  /**
   * Returns the change of an offer as logs have it.
   *
   * @param change the outcome of a batch, as {@link io.offerengine.BatchResolver} returns it
   */
  public static LoggedChange of(ChangedOffer change) {
    Offer before = change.before();
    Offer after = change.after();
    if (after == null) {
      return deleted(change.id());
    }
    if (before == null) {
      return stored(after);
    }
    OfferChanges changes = before.changesTo(after);
    Field fold = after.schema().foldField();
    return fold != null && changes.changes(fold) ? stored(after) : changed(after.id(), changes);
  }

  /** Returns the change that stores a whole offer. */
  public static LoggedChange stored(Offer offer) {
    return new LoggedChange(offer.id(), offer, null);
  }

  /** Returns the change of some fields. */
  public static LoggedChange changed(long id, OfferChanges changes) {
    return new LoggedChange(id, null, changes);
  }

  /** Returns the change that deletes an offer. */
  public static LoggedChange deleted(long id) {
    return new LoggedChange(id, null, null);
  }

  /** Returns whether the batch deleted the offer. */
  public boolean isDeletion() {
    return whole == null && changes == null;
  }
}
