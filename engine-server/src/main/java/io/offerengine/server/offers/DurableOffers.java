package io.offerengine.server.offers;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.Journal;
import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.json.OfferCodec;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.server.offers.OfferRows.Row;
import io.offerengine.server.store.ChangeLog;
import io.offerengine.server.store.ChangeLog.Change;
import io.offerengine.server.store.Database;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Journal} that stores offers in a database, and logs the changes in its {@link
 * ChangeLog}. The database commits each batch before the batch is visible. After a restart, {@link
 * #loadInto} loads the stored offers into the engine.
 *
 * <p>If the database was {@linkplain Database#claim claimed} and another service has taken it
 * since, nothing more is stored.
 *
 * <p><b>Cost.</b> One transaction per batch. Loading uses all cores, and memory for a few MiB of
 * text beside the engine's own.
 *
 * <p><b>Threads.</b> Safe for all.
 *
 * <p>Source: decisions 24 (durable offers) and 56 (the change log).
 */
public final class DurableOffers implements Journal {
  private final Database database;
  private final ChangeLog log;
  private final OfferRows rows;
  private final OfferCodec codec;

  /** Creates the journal of a database. The caller closes the database. */
  public DurableOffers(Database database, Schema schema) {
    this(database, schema, new ChangeLog());
  }

  /** Creates the journal of a database with a log. */
  DurableOffers(Database database, Schema schema, ChangeLog log) {
    this.database = database;
    this.log = log;
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
   * @throws io.offerengine.server.store.StoreException if the database fails or belongs to another
   *     service: nothing was stored, unless the connection broke during the commit
   */
  @Override
  public synchronized void record(List<ChangedOffer> changes) {
    log.committed(
        database.<Long>write(connection -> {
          Iterator<Change> logged = each(changes.iterator(), this::change);
          long seq = log.append(connection, database.ownership(), changes.size(), logged);
          OfferRows.write(connection, each(changes.iterator(), this::row));
          return seq;
        }));
  }

  /**
   * Stores many offers in one transaction. Each replaces a stored offer of the same identifier. The
   * log has a mark instead of the offers.
   *
   * @return the number of offers
   * @throws io.offerengine.server.store.StoreException if the database fails or belongs to another
   *     service: nothing was stored
   * @throws RuntimeException if the iterator throws it: nothing was stored
   */
  public synchronized long store(Iterator<Offer> offers) {
    long[] count = {0};
    log.committed(
        database.<Long>write(connection -> {
          Iterator<Change> none = Collections.emptyIterator();
          long seq = log.append(connection, database.ownership(), Long.MAX_VALUE, none);
          OfferRows.write(
              connection,
              each(
                  offers,
                  offer -> {
                    count[0]++;
                    return new Row(offer.id(), text(offer).toByteArray());
                  }));
          return seq;
        }));
    return count[0];
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

  private Row row(ChangedOffer change) {
    Offer after = change.after();
    return after == null
        ? Row.removed(change.id())
        : new Row(change.id(), text(after).toByteArray());
  }

  private Change change(ChangedOffer change) {
    Offer before = change.before();
    Offer after = change.after();
    if (before == null || after == null) {
      return new Change(change.id(), json(before), json(after));
    }
    List<Field> changed = before.changesTo(after).fields();
    return new Change(change.id(), text(before, changed), text(after, changed));
  }

  private @Nullable String json(@Nullable Offer offer) {
    return offer == null ? null : text(offer).toString(UTF_8);
  }

  private ByteArrayOutputStream text(Offer offer) {
    ByteArrayOutputStream text = new ByteArrayOutputStream(2048);
    try {
      codec.writeLines(List.of(offer).iterator(), text);
    } catch (IOException memoryNeverThrowsIt) {
      throw new UncheckedIOException(memoryNeverThrowsIt);
    }
    return text;
  }

  private String text(Offer offer, List<Field> changed) {
    ByteArrayOutputStream text = new ByteArrayOutputStream(256);
    try {
      codec.writeChange(offer, changed, text);
    } catch (IOException memoryNeverThrowsIt) {
      throw new UncheckedIOException(memoryNeverThrowsIt);
    }
    return text.toString(UTF_8);
  }

  private static <S, T> Iterator<T> each(Iterator<S> source, Function<S, T> change) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return source.hasNext();
      }

      @Override
      public T next() {
        return change.apply(source.next());
      }
    };
  }
}
