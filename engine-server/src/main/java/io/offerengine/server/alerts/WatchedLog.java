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
 * with the code {@code UNAVAILABLE} if the log can't be reached.
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
  interface Reading {
    /** Reads them. */
    void read(Connection connection) throws SQLException;
  }

  /** Returns the batches with whole offers. */
  OfferHistory history();

  /**
   * Returns the number of the last batch of the log, for a search that is being saved.
   *
   * @param saving the connection of a transaction that has changed the row of {@code alert_state}
   */
  long last(Connection saving) throws SQLException;

  /**
   * Notes that batches are compared from now on.
   *
   * @param position the number of the last batch that was compared
   */
  void begin(long position);

  /** Returns the number of the last batch that the history has. */
  long head();

  /**
   * Reads saved searches, and returns the number of a batch that the history has: each search that
   * counts for this batch or for an earlier one was there to be read.
   */
  long headAfter(Reading searches);

  /** Returns whether the log is restored together with the saved searches. */
  boolean isBesideSearches();
}
