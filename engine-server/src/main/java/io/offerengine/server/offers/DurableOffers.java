package io.offerengine.server.offers;

import io.offerengine.Journal;
import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.json.OfferCodec;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.server.offers.OfferRows.Row;
import io.offerengine.server.store.Database;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A {@link Journal} that stores offers in a database. The database commits each batch before the
 * batch is visible. After a restart, {@link #loadInto} loads the stored offers into the engine.
 *
 * <p><b>Cost.</b> One transaction per batch. Loading uses all cores, and memory for a few MiB of
 * text beside the engine's own.
 *
 * <p><b>Threads.</b> Safe for all.
 *
 * <p>Source: decision 24 (durable offers).
 */
public final class DurableOffers implements Journal {
  private final OfferRows rows;
  private final OfferCodec codec;

  /** Creates the journal of a database. The caller closes the database. */
  public DurableOffers(Database database, Schema schema) {
    this.rows = new OfferRows(database);
    this.codec = new OfferCodec(schema);
  }

  /** Returns the number of stored offers. */
  public long count() {
    return rows.count();
  }

  /**
   * Stores the offers of a batch.
   *
   * @throws io.offerengine.server.store.StoreException if the database fails: nothing was stored
   */
  @Override
  public void record(OfferBatch batch) {
    Iterator<OfferBatch.Operation> operations = batch.operations().iterator();
    rows.write(each(operations, this::row));
  }

  /**
   * Stores many offers in one transaction. Each replaces a stored offer of the same identifier.
   *
   * @return the number of offers
   * @throws io.offerengine.server.store.StoreException if the database fails: nothing was stored
   * @throws RuntimeException if the iterator throws it: nothing was stored
   */
  public long store(Iterator<Offer> offers) {
    return rows.write(each(offers, offer -> new Row(offer.id(), text(offer))));
  }

  /**
   * Loads every stored offer into an engine. If this throws, the engine stays as it was.
   *
   * @return how often each field that the schema does not know was skipped
   * @throws DamagedOfferException if a stored offer is damaged
   * @throws io.offerengine.server.store.StoreException if the database fails
   */
  public Map<String, Long> loadInto(OfferEngine engine, LoadListener listener) {
    try (StoredOffers offers = new StoredOffers(rows, codec)) {
      engine.load(offers, listener);
      return offers.skippedFields();
    }
  }

  private Row row(OfferBatch.Operation operation) {
    return operation instanceof OfferBatch.Upsert upsert
        ? new Row(upsert.id(), text(upsert.offer()))
        : Row.removed(operation.id());
  }

  private byte[] text(Offer offer) {
    ByteArrayOutputStream text = new ByteArrayOutputStream(2048);
    try {
      codec.writeLines(List.of(offer).iterator(), text);
    } catch (IOException memoryNeverThrowsIt) {
      throw new UncheckedIOException(memoryNeverThrowsIt);
    }
    return text.toByteArray();
  }

  private static <T> Iterator<Row> each(Iterator<T> source, Function<T, Row> change) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return source.hasNext();
      }

      @Override
      public Row next() {
        return change.apply(source.next());
      }
    };
  }
}
