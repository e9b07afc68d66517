package io.offerengine.log;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * A connection to the database of a log.
 *
 * <p><b>Threads.</b> Confined to one thread, but for {@link #abort}.
 */
final class LogSession extends SqlSession {
  /** How long PostgreSQL may take for an answer before the connection counts as broken. */
  private static final Duration ANSWER = Duration.ofSeconds(15);

  /** How long PostgreSQL waits for the next statement of a transaction that may hold the head. */
  private static final Duration IDLE = Duration.ofSeconds(5);

  /** For how many operations that are decided and encoded meanwhile it waits as long again. */
  private static final int OPERATIONS_OF_IDLE = 10_000;

  /** How long SQLite waits for the lock of another process. */
  private static final Duration BUSY = Duration.ofSeconds(10);

  private final LogDatabase database;
  private boolean mayHaveWritten;
  private boolean isListening;

  private LogSession(LogDatabase database, Connection connection) throws SQLException {
    super(connection, database.file(), LogSession::discard);
    this.database = database;
  }

  /** Closing a connection rolls back its transaction. */
  private static void discard(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // It is broken.
    }
  }

  /** Begins a session over a new connection. */
  static LogSession open(LogDatabase database, Connection connection) throws SQLException {
    LogSession session = new LogSession(database, connection);
    try {
      session.limit(ANSWER);
      if (!session.isShared()) {
        session.execute("PRAGMA busy_timeout = " + BUSY.toMillis());
        session.execute("PRAGMA synchronous = FULL");
      }
      return session;
    } catch (SQLException | RuntimeException e) {
      session.close();
      throw e;
    }
  }

  @Override
  public void beginWriting() throws SQLException {
    beginWriting(0);
  }

  /**
   * Begins a transaction that may write, after so many operations were decided within it. A process
   * that stops meanwhile holds others up for 5 seconds, and 5 more for each 10,000 operations.
   */
  void beginWriting(int operations) throws SQLException {
    mayHaveWritten = true;
    database.requireFile(false);
    super.beginWriting();
    if (isShared()) {
      long idle = IDLE.toMillis() * (1 + operations / OPERATIONS_OF_IDLE);
      execute("SET LOCAL idle_in_transaction_session_timeout = " + idle);
    }
  }

  @Override
  public void beginReading() throws SQLException {
    mayHaveWritten = false;
    super.beginReading();
  }

  @Override
  public void commit() throws SQLException {
    super.commit();
    database.requireFile(mayHaveWritten);
  }

  /** Learns of new entries from now on, on PostgreSQL. */
  void listen(String channel) throws SQLException {
    connection().setAutoCommit(true);
    isListening = true;
    execute("LISTEN " + channel);
  }

  /**
   * Waits for a notification on PostgreSQL, after {@link #listen}.
   *
   * @param millis for how long, 1 or more
   * @return whether one came
   */
  boolean awaitNotification(int millis) throws SQLException {
    PGNotification[] came = connection().unwrap(PGConnection.class).getNotifications(millis);
    return came != null && came.length > 0;
  }

  /** Breaks the connection, so that a thread that waits for its answer goes on. */
  void abort() {
    try {
      connection().abort(Runnable::run);
    } catch (SQLException e) {
      // It is broken already.
    }
  }

  @Override
  public void close() {
    rollBack();
    try {
      if (isListening) {
        // A pool may give the connection to somebody else.
        execute("UNLISTEN *");
      }
    } catch (SQLException e) {
      // It is broken, and listens to nothing.
    }
    closeQuietly();
  }
}
