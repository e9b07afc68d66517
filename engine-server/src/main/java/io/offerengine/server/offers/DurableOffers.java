package io.offerengine.server.offers;

import io.offerengine.Journal;
import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.OfferListener;
import io.offerengine.cluster.ChangeText;
import io.offerengine.cluster.ChangeTexts;
import io.offerengine.json.OfferCodec;
import io.offerengine.query.UnknownOfferException;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.server.offers.OfferRows.Row;
import io.offerengine.server.store.ChangeLog;
import io.offerengine.server.store.ChangeLog.Position;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.Ownership;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
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
 * rows beside the engine's own.
 *
 * <p><b>Threads.</b> Safe for all.
 *
 * <p>Source: decisions 24 (durable offers) and 56 (the change log).
 */
public final class DurableOffers implements Journal, OfferListener {
  /** How many batches may be stored while the engine's listeners are called. */
  private static final int MOST_STORED = 1_024;

  private final Database database;
  private final ChangeLog log;
  private final OfferRows rows;
  private final OfferCodec codec;
  private final ChangeTexts texts;
  private final OfferRecords records;

  /** The latest batches that were stored and that searches may not see yet. */
  private final Queue<Stored> stored = new ArrayBlockingQueue<>(MOST_STORED);

  /** What the engine's offers are as of; null before they were loaded. */
  private volatile @Nullable Position position;

  /** Whether changes come from the database and are not stored again. */
  private volatile boolean isCatchingUp;

  /** A stored batch and its position. */
  private record Stored(WeakReference<List<ChangedOffer>> changes, Position position) {}

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
    this.texts = new ChangeTexts(schema);
    this.records = new OfferRecords(database, schema);
  }

  /** Returns the number of stored offers, in O(stored offers). */
  public long count() {
    return rows.count();
  }

  /** Returns whether no offer is stored, as a transaction sees it. */
  public static boolean isEmpty(Connection connection) throws SQLException {
    return OfferRows.isEmpty(connection);
  }

  /**
   * Stores the offers of a batch.
   *
   * @throws io.offerengine.server.store.StoreException if the database fails or belongs to another
   *     service: nothing was stored, unless the connection broke during the commit
   */
  @Override
  public synchronized void record(List<ChangedOffer> changes) {
    if (isCatchingUp) {
      return;
    }
    records.prepare();
    Position after =
        database.<Position>write(connection -> {
          Iterator<ChangeText> logged = each(changes.iterator(), texts::of);
          Position appended = log.append(connection, database.ownership(), changes.size(), logged);
          OfferRows.write(connection, each(changes.iterator(), this::row));
          return appended;
        });
    log.committed(after.seq());
    // If there is no room, nobody listens, or a listener of the engine is stuck.
    boolean unused = stored.offer(new Stored(new WeakReference<>(changes), after));
  }

  /** Advances the {@link #position}: searches see the batch. */
  @Override
  public void applied(long version, List<ChangedOffer> changes) {
    Stored next = changes.isEmpty() || isCatchingUp ? null : stored.poll();
    Position last = position;
    // The position stops at a batch that the engine missed, so that a restart applies it again:
    // the commit may have succeeded although it failed, or memory ran out after the commit.
    if (next != null
        && last != null
        && next.changes().refersTo(changes)
        && next.position().seq() == last.seq() + 1) {
      position = next.position();
    }
  }

  /**
   * Returns a position up to which an engine has all batches, and perhaps some more. The engine
   * must have this journal as a listener, too.
   *
   * @return null if the engine does not own its offers: they were not loaded, or another service
   *     has taken the database
   */
  @Nullable Position position() {
    Ownership owner = database.ownership();
    return owner != null && owner.problem() != null ? null : position;
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
  public long store(Iterator<Offer> offers) {
    return store(offers, connection -> true).orElseThrow();
  }

  /**
   * Stores many offers like {@link #store(Iterator)}, if a condition holds. No other service
   * changes offers between the test of the condition and the end of the transaction.
   *
   * @return the number of offers; empty if the condition does not hold: nothing was stored or read
   */
  public synchronized OptionalLong store(Iterator<Offer> offers, Database.Work<Boolean> condition) {
    try {
      return OptionalLong.of(storeIf(offers, condition));
    } catch (UnwantedException e) {
      return OptionalLong.empty();
    }
  }

  /** Rolls a transaction back. */
  private static final class UnwantedException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private long storeIf(Iterator<Offer> offers, Database.Work<Boolean> condition) {
    long[] count = {0};
    records.prepare();
    Position after =
        database.<Position>write(connection -> {
          Iterator<ChangeText> none = Collections.emptyIterator();
          // The first statement: it waits for other services, and lets none in.
          Position appended = log.append(connection, database.ownership(), Long.MAX_VALUE, none);
          if (!condition.with(connection)) {
            throw new UnwantedException();
          }
          OfferRows.write(
              connection,
              each(
                  offers,
                  offer -> {
                    count[0]++;
                    return new Row(offer.id(), records.of(offer));
                  }));
          return appended;
        });
    log.committed(after.seq());
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
    Position now = database.read(log::position);
    try (StoredOffers offers = new StoredOffers(rows::readAll, codec, records)) {
      engine.load(offers, listener);
      log.committed(now.seq());
      position = now;
      return offers.skippedFields();
    }
  }

  /** Returns whether {@link #catchUp} can start from a position. */
  public boolean canCatchUp(Position from) {
    return database.read(connection -> log.hasAllSince(connection, from));
  }

  /**
   * Brings the offers of an engine up to date.
   *
   * @param from a position up to which the engine has all batches, and perhaps some more
   * @return how often each field that the schema does not know was skipped
   * @throws DamagedOfferException if a stored offer is damaged
   * @throws io.offerengine.server.store.StoreException if the database fails
   */
  Map<String, Long> catchUp(OfferEngine engine, Position from) {
    Position now = database.read(log::position);
    isCatchingUp = true;
    try (StoredOffers offers =
        new StoredOffers(receiver -> rows.readChanged(from.seq(), receiver), codec, records)) {
      if (!from.equals(now)) {
        engine.load(offers, LoadListener.NONE);
        rows.removed(from.seq()).forEach(id -> remove(engine, id));
      }
      log.committed(now.seq());
      position = now;
      return offers.skippedFields();
    } finally {
      isCatchingUp = false;
    }
  }

  private static void remove(OfferEngine engine, long id) {
    try {
      engine.apply(OfferBatch.builder().delete(id).build());
    } catch (UnknownOfferException e) {
      // The engine has later batches than its position says.
    }
  }

  private Row row(ChangedOffer change) {
    Offer after = change.after();
    return after == null ? Row.removed(change.id()) : new Row(change.id(), records.of(after));
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
