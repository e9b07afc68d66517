package io.offerengine.server.alerts;

import io.offerengine.log.DurableEngine;
import io.offerengine.log.LogDamagedException;
import io.offerengine.log.LogPage;
import io.offerengine.log.LogUnavailableException;
import io.offerengine.log.Sql;
import io.offerengine.schema.ChangedOffer;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;

/**
 * The entries of the log of the offers, in the database that has the saved searches: one version of
 * the database has both. The log keeps the entries that were not compared yet.
 */
public final class LoggedChanges extends WatchedLog {
  /** The name of this reader of the log. */
  private static final String READER = "alerts";

  private final Supplier<DurableEngine> engine;

  /**
   * Creates the changes of an engine.
   *
   * @param engine returns the engine, which is open by the time when changes are read
   */
  public LoggedChanges(Supplier<DurableEngine> engine) {
    this.engine = engine;
  }

  @Override
  public void applied(long version, List<ChangedOffer> changed) {
    heard();
  }

  @Override
  public LogPage read(long after, long upTo, long bytes) {
    return engine.get().entries(after, upTo, bytes);
  }

  @Override
  public long last(Sql saving) throws SQLException {
    return head(saving);
  }

  @Override
  public long head(Sql reading) throws SQLException {
    try {
      return DurableEngine.head(reading.connection());
    } catch (LogDamagedException e) {
      throw new LogUnavailableException(e.getMessage() + "; nothing was stored", false, e);
    }
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
  public void compared(Sql sql, long version) throws SQLException {
    DurableEngine.advance(sql.connection(), READER, version);
  }
}
