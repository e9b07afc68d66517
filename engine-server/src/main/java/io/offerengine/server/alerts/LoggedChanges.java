package io.offerengine.server.alerts;

import io.offerengine.OfferListener;
import io.offerengine.log.DurableEngine;
import io.offerengine.log.LogEntry;
import io.offerengine.log.LogPage;
import io.offerengine.log.LoggedChange;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.server.store.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The entries of the log of the offers, in the database that has the saved searches: one version of
 * the database has both. The log keeps the entries that were not compared yet.
 */
public final class LoggedChanges implements WatchedLog, OfferListener {
  /** The name of this reader of the log. */
  private static final String READER = "alerts";

  private final Database database;
  private final Supplier<DurableEngine> engine;
  private volatile Runnable heard = () -> {};

  /**
   * Creates the changes of an engine.
   *
   * @param database the database of the engine
   * @param engine returns the engine, which is open by the time when changes are read
   */
  public LoggedChanges(Database database, Supplier<DurableEngine> engine) {
    this.database = database;
    this.engine = engine;
  }

  @Override
  public void tell(Runnable receiver) {
    heard = receiver;
  }

  @Override
  public void applied(long version, List<ChangedOffer> changed) {
    heard.run();
  }

  @Override
  public Part read(long after, long upTo, long bytes) {
    LogPage page = engine.get().entries(after, upTo, bytes);
    if (page.trimmed() > 0) {
      return new Part(List.of(), page.trimmed(), page.trimmed() - after);
    }
    List<Batch> batches = new ArrayList<>();
    for (LogEntry entry : page.entries()) {
      if (entry.kind() != LogEntry.Kind.CHANGES) {
        // Nobody knows what a marker changed: all offers, or those that an older copy lacks.
        return batches.isEmpty()
            ? new Part(List.of(), entry.number(), 1)
            : new Part(batches, batches.get(batches.size() - 1).version(), 0);
      }
      List<ChangedOffer> changes = new ArrayList<>(entry.changes().size());
      for (LoggedChange change : entry.changes()) {
        if (change.after() != null) {
          changes.add(new ChangedOffer(change.before(), change.after()));
        }
      }
      batches.add(new Batch(entry.number(), entry.time(), changes));
    }
    return new Part(
        batches, batches.isEmpty() ? upTo : batches.get(batches.size() - 1).version(), 0);
  }

  @Override
  public long last(Connection saving) throws SQLException {
    return DurableEngine.head(saving);
  }

  @Override
  public long headAfter(SearchReading searches) {
    return database.<Long>read(connection -> {
      searches.read(connection);
      return DurableEngine.head(connection);
    });
  }

  @Override
  public long first() {
    return 0;
  }

  @Override
  public long known() {
    return engine.get().status().head();
  }

  /** Returns true: whoever can't read the log can't take the turn either. */
  @Override
  public boolean isFollowed() {
    return true;
  }

  @Override
  public boolean isInDatabase() {
    return true;
  }

  @Override
  public void compared(Connection connection, long version) throws SQLException {
    DurableEngine.advance(connection, READER, version);
  }
}
