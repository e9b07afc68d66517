package io.offerengine.internal.write;

import io.offerengine.internal.segment.NewRow;
import io.offerengine.internal.segment.StoredOffers;
import io.offerengine.query.ConflictException;
import io.offerengine.query.UnknownOfferException;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Precondition;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the operations of a batch do to stored offers: the new row of each offer that the batch
 * names. The rows are computed before anything changes.
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * @param <R> what a new row is
 */
abstract class BatchRules<R extends NewRow> {
  private final Schema schema;

  /** The new row of each offer; null if the batch deletes it. */
  private final Map<Long, @Nullable R> rows = new LinkedHashMap<>();

  BatchRules(Schema schema) {
    this.schema = schema;
  }

  /** Returns whether an offer was stored before the batch. */
  abstract boolean holds(long id);

  /** Returns an offer that was stored before the batch, without values that can be derived. */
  abstract Offer find(long id);

  /** Returns the row of an offer. Its values are derived here, so that a derivation may fail. */
  abstract R row(Offer offer);

  /** Returns the row of a stored offer after the first operation of the batch that names it. */
  abstract R changedRow(OfferBatch.Update update);

  /** Returns the offer of a row. */
  abstract Offer offer(R row);

  /**
   * Computes the rows.
   *
   * @throws UnknownOfferException if the batch updates or deletes an offer that does not exist, and
   *     does not {@linkplain OfferBatch#ignoresUnknown ignore} this
   * @throws ConflictException if it inserts an offer that exists, or a condition does not hold
   * @throws IllegalArgumentException if an offer or a change is of another schema
   */
  final void run(OfferBatch batch) {
    for (OfferBatch.Operation operation : batch.operations()) {
      rows.put(operation.id(), row(operation, batch.ignoresUnknown()));
    }
  }

  /** Returns the new row of each offer, null if deleted, in the order of first occurrence. */
  final Map<Long, @Nullable R> rows() {
    return rows;
  }

  private @Nullable R row(OfferBatch.Operation operation, boolean ignoresUnknown) {
    if (operation instanceof OfferBatch.Upsert upsert) {
      return row(ofThisSchema(schema, upsert.offer()));
    }
    long id = operation.id();
    R soFar = rows.get(id);
    boolean isKnown = soFar != null || (!rows.containsKey(id) && holds(id));
    if (operation instanceof OfferBatch.Insert insert) {
      if (isKnown) {
        throw ConflictException.exists(id);
      }
      return row(ofThisSchema(schema, insert.offer()));
    }
    if (!isKnown && ignoresUnknown) {
      return null;
    }
    if (!isKnown) {
      String verb = operation instanceof OfferBatch.Update ? "updated" : "deleted";
      throw new UnknownOfferException(id, verb);
    }
    return operation instanceof OfferBatch.Update update ? updated(update, soFar) : null;
  }

  private R updated(OfferBatch.Update update, @Nullable R soFar) {
    if (update.changes().schema() != schema) {
      throw new IllegalArgumentException(
          "the changes of " + update.id() + " are of another schema");
    }
    Precondition precondition = update.precondition();
    if (precondition != null) {
      precondition.check(soFar == null ? find(update.id()) : readBack(soFar));
    }
    return soFar == null ? changedRow(update) : row(readBack(soFar).with(update.changes()));
  }

  /** Returns the offer of a row as the next batch will read it back. */
  private Offer readBack(R row) {
    return StoredOffers.withoutDerivable(offer(row));
  }

  /** Returns the offer if it is of the schema. */
  static Offer ofThisSchema(Schema schema, Offer offer) {
    if (offer.schema() != schema) {
      throw new IllegalArgumentException("the offer " + offer.id() + " is of another schema");
    }
    return offer;
  }

  /** Returns each offer before and after the batch, in the order of first occurrence. */
  public final List<ChangedOffer> changes() {
    List<ChangedOffer> changes = new ArrayList<>(rows.size());
    rows.forEach((id, row) -> {
      Offer before = holds(id) ? find(id) : null;
      Offer after = row == null ? null : readBack(row);
      if (before != null || after != null) {
        changes.add(new ChangedOffer(before, after));
      }
    });
    return Collections.unmodifiableList(changes);
  }
}
