package io.offerengine.server.offers;

import io.offerengine.BatchResolver;
import io.offerengine.cluster.ChangeLog;
import io.offerengine.cluster.ChangeTexts;
import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.cluster.Position;
import io.offerengine.json.DuplicatePolicy;
import io.offerengine.json.OfferCodec;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.server.offers.OfferRows.Row;
import io.offerengine.server.store.ChangeLog.Batch;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.LogTransaction;
import io.offerengine.server.store.StoreException;
import java.io.ByteArrayInputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The log of the changes of offers in a database, which many members append to and follow.
 *
 * <p>An append is one transaction. Its first statement locks the row of the table {@code head} and
 * counts its number up, so that batches are numbered in the order in which they are committed. It
 * then reads the rows of the offers that the batch names, works the batch out, and writes the log
 * and the rows: at each commit, the table of offers is the log up to its head.
 *
 * <p>If the connection breaks during the commit, another transaction locks the same row, which ends
 * the wait for the first one, and looks for the identifier of the batch.
 *
 * <p>A database that was replaced by an older copy takes no batch from a log that has seen a later
 * one.
 *
 * <p><b>Threads.</b> Safe for all. The appends of one log wait for each other.
 *
 * <p>Source: decision 94.
 */
public final class DatabaseLog implements ChangeLog {
  private final Database database;
  private final Schema schema;
  private final io.offerengine.server.store.ChangeLog log =
      new io.offerengine.server.store.ChangeLog(
          io.offerengine.server.store.ChangeLog.Limits.OF_MEMBERS);
  private final ChangeTexts texts;
  private final OfferRecords records;
  private final OfferCodec codec;

  /** The greatest number of a batch that this log or its tails had; 0 for none. */
  private final AtomicLong seen = new AtomicLong();

  /** Rolls back the transaction of a batch that changes nothing. */
  private static final class NothingChanged extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Position head;

    NothingChanged(Position head) {
      super(null, null, false, false);
      this.head = head;
    }
  }

  /** Creates the log of a database. The caller closes the database. */
  public DatabaseLog(Database database, Schema schema) {
    this.database = database;
    this.schema = schema;
    this.texts = new ChangeTexts(schema);
    this.records = new OfferRecords(database, schema);
    this.codec = new OfferCodec(schema);
  }

  @Override
  public synchronized Position append(OfferBatch batch) {
    LogTransaction transaction = new LogTransaction(database, log, UUID.randomUUID());
    try {
      records.prepare();
      Position appended =
          position(transaction.run((connection, next) -> append(connection, next, batch)));
      see(appended.seq());
      return appended;
    } catch (NothingChanged e) {
      return e.head;
    } catch (StoreException e) {
      throw new LogUnavailableException(message(e), transaction.isInDoubt(), e);
    }
  }

  private io.offerengine.server.store.ChangeLog.Position append(
      Connection connection, Batch next, OfferBatch batch) throws SQLException {
    if (next.seq() <= seen.get()) {
      throw new LogUnavailableException(
          "the database was replaced by a copy: its last batch is "
              + (next.seq() - 1)
              + ", this member has seen batch "
              + seen,
          false,
          null);
    }
    Map<Long, Offer> stored = new HashMap<>();
    List<Long> ids = batch.operations().stream().map(OfferBatch.Operation::id).distinct().toList();
    OfferRows.readAll(connection, ids, row -> stored.put(row.id(), offer(row)));
    List<ChangedOffer> changes = BatchResolver.resolve(schema, batch, stored::get);
    if (changes.isEmpty()) {
      throw new NothingChanged(
          new Position(next.seq() - 1, Objects.requireNonNull(next.previous())));
    }
    log.log(connection, next, changes.size(), changes.stream().map(texts::of).iterator());
    OfferRows.write(connection, changes.stream().map(this::row).iterator());
    return new io.offerengine.server.store.ChangeLog.Position(next.seq(), next.batch());
  }

  private Offer offer(Row row) {
    return OfferRecords.isRecord(row.offer())
        ? records.read(row.id(), row.offer(), new HashMap<>())
        : StoredOffers.ofText(
            codec.read(new ByteArrayInputStream(row.offer()), DuplicatePolicy.LAST), row.id());
  }

  private Row row(ChangedOffer change) {
    Offer after = change.after();
    return after == null ? Row.removed(change.id()) : new Row(change.id(), records.of(after));
  }

  @Override
  public Position head() {
    try {
      return position(database.read(log::position));
    } catch (StoreException e) {
      throw new LogUnavailableException(message(e), false, e);
    }
  }

  @Override
  public Tail tail(Position after) {
    return new DatabaseTail(database, texts, after, this::see);
  }

  /** Notes that the log had a batch: from now on, it is not appended to a log without it. */
  private void see(long seq) {
    seen.accumulateAndGet(seq, Math::max);
  }

  @Override
  public Bootstrap bootstrap() {
    return new DatabaseBootstrap(database, log, codec, records);
  }

  @Override
  public void trim(long upTo) {
    try {
      database.<Integer>write(connection -> {
        log.trim(connection, upTo);
        return 0;
      });
    } catch (StoreException e) {
      throw new LogUnavailableException(message(e), false, e);
    }
  }

  /** Does nothing: the database, its tails and its bootstraps are closed by those who have them. */
  @Override
  public void close() {}

  static Position position(io.offerengine.server.store.ChangeLog.Position position) {
    return new Position(position.seq(), position.batch());
  }

  static String message(Exception failure) {
    return String.valueOf(failure.getMessage());
  }
}
