package io.offerengine.server.alerts;

import io.offerengine.cluster.OfferHistory;
import io.offerengine.schema.Schema;
import io.offerengine.server.store.Database;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The log whose batches are compared with saved searches.
 *
 * <p>Every method, and the history too, throws a {@link io.offerengine.server.store.StoreException}
 * with the code {@code UNAVAILABLE} if it needs the log or the database and can't reach it.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public interface WatchedLog {
  /** Returns the log in the database that has the saved searches. */
  static WatchedLog of(Database database, Schema schema) {
    return new DatabaseWatchedLog(database, schema);
  }

  /** Reads saved searches in a transaction. */
  @FunctionalInterface
  interface SearchReading {
    /** Reads them. */
    void read(Connection connection) throws SQLException;
  }

  /** Returns the batches with whole offers. */
  OfferHistory history();

  /**
   * Returns the number of the last batch of the log, for a search that is being saved.
   *
   * @param saving the connection of the transaction that saves the search
   */
  long last(Connection saving) throws SQLException;

  /**
   * Reads saved searches, and returns the number of a batch that the history has: each search that
   * counts for this batch or for an earlier one was there to be read.
   */
  long headAfter(SearchReading searches);

  /** Returns the number of the last batch of the log, as far as this service knows. */
  long known();

  /**
   * Returns whether this service gets the batches of the log. If not, another one should compare
   * them.
   */
  boolean isFollowed();

  /** Returns whether log and saved searches are restored together from one copy. */
  boolean isRestoredWithSearches();
}
