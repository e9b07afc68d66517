package io.offerengine.server.admin;

import io.offerengine.json.ChangesReader;
import io.offerengine.json.OfferReader;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import java.util.Map;

/**
 * Reads the operations of an ingest one by one.
 *
 * <p>Errors are those of {@link OfferReader} and {@link ChangesReader}.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
interface OperationReader {
  /** Returns whether there is another operation. This may wait for the client. */
  boolean hasNext();

  /** Adds the next operation to a batch and returns its offer's identifier. */
  long addNext(OfferBatch.Builder batch);

  /** Returns the first line of the latest operation. */
  int line();

  /** Returns how often each unknown field was skipped so far. */
  Map<String, Long> skippedFields();

  /** Returns a reader of whole offers, which are stored. */
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

  /** Returns a reader of changes to stored offers. */
  static OperationReader updates(ChangesReader changes) {
    return new OperationReader() {
      @Override
      public boolean hasNext() {
        return changes.hasNext();
      }

      @Override
      public long addNext(OfferBatch.Builder batch) {
        OfferBatch.Update update = changes.next();
        batch.add(update);
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
