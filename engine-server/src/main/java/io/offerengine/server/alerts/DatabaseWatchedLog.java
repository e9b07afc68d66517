package io.offerengine.server.alerts;

import io.offerengine.cluster.OfferHistory;
import io.offerengine.schema.Schema;
import io.offerengine.server.offers.DatabaseHistory;
import io.offerengine.server.store.ChangeLog;
import io.offerengine.server.store.Database;
import java.sql.Connection;
import java.sql.SQLException;

/** The log in the database of the saved searches: one version of the database has both. */
final class DatabaseWatchedLog implements WatchedLog {
  private final Database database;
  private final OfferHistory history;
  private final ChangeLog log = new ChangeLog();

  DatabaseWatchedLog(Database database, Schema schema) {
    this.database = database;
    this.history = new DatabaseHistory(database, schema);
  }

  @Override
  public OfferHistory history() {
    return history;
  }

  @Override
  public long last(Connection saving) throws SQLException {
    return log.head(saving);
  }

  @Override
  public long headAfter(SearchReading searches) {
    return database.<Long>read(connection -> {
      searches.read(connection);
      return log.head(connection);
    });
  }

  @Override
  public long known() {
    return database.<Long>lookUp(log::head);
  }

  /** Returns true: whoever can't read the log can't take the turn either. */
  @Override
  public boolean isFollowed() {
    return true;
  }

  @Override
  public boolean isRestoredWithSearches() {
    return true;
  }
}
