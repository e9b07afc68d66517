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
 * Offers that outlive the engine: as its {@link Journal} it keeps every batch in a database before
 * the batch shows, and at the next start {@link #loadInto} brings them back.
 *
 * <p><b>Cost.</b> One transaction a batch. Loading takes memory for a few MiB of text beside the
 * engine's own, and all cores.
 *
 * <p><b>Threads.</b> Safe for all.
 *
 * <p>Source: decision 24 (durable offers).
 */
public final class DurableOffers implements Journal {
  private final OfferRows rows;
  private final OfferCodec codec;

  /** Creates the keeper of the offers of a database. */
  public DurableOffers(Database database, Schema schema) {
    this.rows = new OfferRows(database);
    this.codec = new OfferCodec(schema);
  }

  /** Returns how many offers are kept. */
  public long count() {
    return rows.count();
  }

  /**
   * Keeps what a batch comes to.
   *
   * @throws io.offerengine.server.store.StoreException if the database fails: nothing was kept
   */
  @Override
  public void record(OfferBatch batch) {
    Iterator<OfferBatch.Operation> operations = batch.operations().iterator();
    rows.write(each(operations, this::row));
  }

  /**
   * Keeps many offers at once, all or none, in place of those of the same identifiers.
   *
   * @return how many there were
   * @throws io.offerengine.server.store.StoreException if the database fails: nothing was kept
   * @throws RuntimeException if the iterator throws it: nothing was kept
   */
  public long store(Iterator<Offer> offers) {
    return rows.write(each(offers, offer -> new Row(offer.id(), text(offer))));
  }

  /**
   * Loads an engine with every offer that is kept, or with none.
   *
   * @return how often each field that the schema does not know was skipped
   * @throws DamagedOfferException if one is not what was stored
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
