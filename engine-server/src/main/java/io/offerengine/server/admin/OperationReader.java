package io.offerengine.server.admin;

import io.offerengine.json.ChangesReader;
import io.offerengine.json.OfferReader;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import java.util.Map;

/**
 * The operations of an ingest, read one by one from its text.
 *
 * <p>Errors are those of {@link OfferReader} and {@link ChangesReader}.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
interface OperationReader {
  /** Returns whether there is another operation, for which it reads on. */
  boolean hasNext();

  /** Adds the next operation to a batch and returns the identifier of its offer. */
  long addNext(OfferBatch.Builder batch);

  /** Returns the line on which the operation that was added last begins. */
  int line();

  /** Returns how often each field that the schema does not know was skipped so far. */
  Map<String, Long> skippedFields();

  /** Reads whole offers, to be stored. */
  static OperationReader upserts(OfferReader offers) {
    return new OperationReader() {
      @Override
      public boolean hasNext() {
        return offers.hasNext();
      }

      @Override
      public long addNext(OfferBatch.Builder batch) {
        Offer offer = offers.next();
        batch.upsert(offer);
        return offer.id();
      }

      @Override
      public int line() {
        return offers.line();
      }

      @Override
      public Map<String, Long> skippedFields() {
        return offers.skippedFields();
      }
    };
  }

  /** Reads changes to offers that are stored. */
  static OperationReader updates(ChangesReader changes) {
    return new OperationReader() {
      @Override
      public boolean hasNext() {
        return changes.hasNext();
      }

      @Override
      public long addNext(OfferBatch.Builder batch) {
        OfferBatch.Update update = changes.next();
        batch.update(update.id(), update.changes());
        return update.id();
      }

      @Override
      public int line() {
        return changes.line();
      }

      @Override
      public Map<String, Long> skippedFields() {
        return changes.skippedFields();
      }
    };
  }
}
