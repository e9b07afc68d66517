package io.offerengine.internal.write;

import io.offerengine.internal.segment.NewRow;
import io.offerengine.query.ConflictException;
import io.offerengine.query.UnknownOfferException;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferBatch.Precondition;
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
 * <p><b>Threads.</b> Confined to the writer.
 */
final class BatchOutcome {
  private final Schema schema;
  private final SegmentSet segments;

  /** The new row of each offer; null if the batch deletes it. */
  private final Map<Long, @Nullable NewRow> rows = new LinkedHashMap<>();

  /**
   * Computes the rows.
   *
   * @throws UnknownOfferException if the batch updates or deletes an offer that does not exist, and
   *     does not {@linkplain OfferBatch#ignoresUnknown ignore} this
   * @throws ConflictException if it inserts an offer that exists, or a condition does not hold
   * @throws IllegalArgumentException if an offer or a change is of another schema
   */
  BatchOutcome(Schema schema, SegmentSet segments, OfferBatch batch) {
    this.schema = schema;
    this.segments = segments;
    for (OfferBatch.Operation operation : batch.operations()) {
      rows.put(operation.id(), row(operation, batch.ignoresUnknown()));
    }
  }

  /** Returns the new row of each offer, null if deleted, in the order of first occurrence. */
  Map<Long, @Nullable NewRow> rows() {
    return rows;
  }

  private @Nullable NewRow row(OfferBatch.Operation operation, boolean ignoresUnknown) {
    if (operation instanceof OfferBatch.Upsert upsert) {
      return new NewRow(ofThisSchema(schema, upsert.offer()));
    }
    long id = operation.id();
    NewRow soFar = rows.get(id);
    boolean isKnown = soFar != null || (!rows.containsKey(id) && segments.holds(id));
    if (operation instanceof OfferBatch.Insert insert) {
      if (isKnown) {
        throw ConflictException.exists(id);
      }
      return new NewRow(ofThisSchema(schema, insert.offer()));
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

  private NewRow updated(OfferBatch.Update update, @Nullable NewRow soFar) {
    if (update.changes().schema() != schema) {
      throw new IllegalArgumentException(
          "the changes of " + update.id() + " are of another schema");
    }
    Precondition precondition = update.precondition();
    if (precondition != null) {
      precondition.check(soFar == null ? segments.find(update.id()) : soFar.readBack());
    }
    return soFar == null
        ? segments.changedRow(update)
        : new NewRow(soFar.readBack().with(update.changes()));
  }

  /** Returns the offer if it is of the schema. */
  static Offer ofThisSchema(Schema schema, Offer offer) {
    if (offer.schema() != schema) {
      throw new IllegalArgumentException("the offer " + offer.id() + " is of another schema");
    }
    return offer;
  }

  /** Returns whether the batch changes no offer: none that it names exists before or afterwards. */
  boolean changesNothing() {
    for (Map.Entry<Long, @Nullable NewRow> row : rows.entrySet()) {
      if (row.getValue() != null || segments.holds(row.getKey())) {
        return false;
      }
    }
    return true;
  }

  /** Returns each offer before and after the batch, in the order of first occurrence. */
  List<ChangedOffer> changes() {
    List<ChangedOffer> changes = new ArrayList<>(rows.size());
    rows.forEach((id, row) -> {
      Offer before = segments.holds(id) ? segments.find(id) : null;
      Offer after = row == null ? null : row.readBack();
      if (before != null || after != null) {
        changes.add(new ChangedOffer(before, after));
      }
    });
    return Collections.unmodifiableList(changes);
  }
}
