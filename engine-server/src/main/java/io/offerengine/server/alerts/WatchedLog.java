package io.offerengine.server.alerts;

import io.offerengine.OfferListener;
import io.offerengine.log.LogPage;
import io.offerengine.log.Sql;
import java.sql.SQLException;

/**
 * The changes of the offers that are compared with saved searches.
 *
 * <p>Every method throws an {@link io.offerengine.query.EngineException} with the code {@code
 * UNAVAILABLE} if it needs the log or the database and can't reach it.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public abstract class WatchedLog implements OfferListener {
  private volatile Runnable receiver = () -> {};

  /** Sets whom to tell of further batches; nobody by default. */
  final void tell(Runnable heard) {
    receiver = heard;
  }

  /** Tells that there is a batch. */
  final void heard() {
    receiver.run();
  }

  /**
   * Reads the next batches, as entries of a log. Of an offer that a batch deleted, nothing may be
   * known.
   *
   * @param after the version of the last batch that the reader has
   * @param upTo the version of the last batch that the reader wants, greater than {@code after}
   * @param bytes about how many bytes to read; the last batch is read whole
   * @throws RuntimeException if a batch is damaged
   */
  public abstract LogPage read(long after, long upTo, long bytes);

  /**
   * Returns the last version, for a search that is being saved.
   *
   * @param saving the transaction that saves the search
   */
  public abstract long last(Sql saving) throws SQLException;

  /**
   * Returns a version that can be read. If the log and the searches are in one database, each
   * search that counts for this version or for an earlier one is there to be read afterwards.
   *
   * @param reading the transaction that reads the searches
   */
  public abstract long head(Sql reading) throws SQLException;

  /** Returns the version after which batches may be there to be read; 0 if nobody knows. */
  public abstract long first();

  /** Returns the last version, as far as this service knows. */
  public abstract long known();

  /** Returns whether this service gets the batches. If not, another one should compare them. */
  public abstract boolean isFollowed();

  /** Returns whether batches and saved searches are in one database, restored from one copy. */
  public abstract boolean isInDatabase();

  /**
   * Notes that batches were compared.
   *
   * @param sql a transaction of the database of the searches
   * @param version the version of the last of them
   */
  public abstract void compared(Sql sql, long version) throws SQLException;
}
