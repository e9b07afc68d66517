package io.offerengine.log;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * A connection to the database of a log, with transactions that mean the same on both databases.
 *
 * <p>After an exception of SQL the session is of no use; close it.
 *
 * <p><b>Threads.</b> Confined to one thread, but for {@link #abort}.
 */
final class LogSession implements AutoCloseable {
  /** How long PostgreSQL may take for an answer before the connection counts as broken. */
  static final Duration ANSWER = Duration.ofSeconds(15);

  /** How long PostgreSQL waits for the next statement of a transaction that may hold the head. */
  private static final Duration IDLE = Duration.ofSeconds(5);

  /** For how many operations that are decided and encoded meanwhile it waits as long again. */
  private static final int OPERATIONS_OF_IDLE = 10_000;

  /** How long SQLite waits for the lock of another process. */
  private static final Duration BUSY = Duration.ofSeconds(10);

  private final LogDatabase database;
  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private boolean isOpen;
  private boolean holdsLock;
  private boolean mayHaveWritten;
  private boolean isListening;

  /** Whether another thread broke the connection, so that no statement can run. */
  private volatile boolean isAborted;

  private LogSession(LogDatabase database, Connection connection) {
    this.database = database;
    this.connection = connection;
  }

  /** Begins a session over a new connection. */
  static LogSession open(LogDatabase database, Connection connection) throws SQLException {
    LogSession session = new LogSession(database, connection);
    try {
      if (database.isShared()) {
        session.limit(ANSWER);
        connection.setAutoCommit(false);
      } else {
        connection.setAutoCommit(true);
        session.execute("PRAGMA busy_timeout = " + BUSY.toMillis());
        session.execute("PRAGMA synchronous = FULL");
      }
      return session;
    } catch (SQLException | RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** Ends the wait for an answer of PostgreSQL that stands still, or is cut off. */
  void limit(Duration answer) throws SQLException {
    connection.setNetworkTimeout(Runnable::run, Math.toIntExact(answer.toMillis()));
  }

  /** Begins a transaction that may write. On SQLite it waits for all other writers. */
  void beginWriting() throws SQLException {
    beginWriting(0);
  }

  /**
   * Begins a transaction that may write, after so many operations were decided within it. A process
   * that stops meanwhile holds others up for 5 seconds, and 5 more for each 10,000 operations.
   */
  void beginWriting(int operations) throws SQLException {
    mayHaveWritten = true;
    SqliteFile file = database.file();
    if (file == null) {
      isOpen = true;
      long idle = IDLE.toMillis() * (1 + operations / OPERATIONS_OF_IDLE);
      execute("SET LOCAL idle_in_transaction_session_timeout = " + idle);
      return;
    }
    file.writing().lock();
    holdsLock = true;
    database.requireFile(false);
    execute("BEGIN IMMEDIATE");
    isOpen = true;
  }

  /** Begins a transaction that reads one version of the database. */
  void beginReading() throws SQLException {
    mayHaveWritten = false;
    if (database.isShared()) {
      isOpen = true;
      execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    } else {
      execute("BEGIN");
      isOpen = true;
    }
  }

  void commit() throws SQLException {
    if (database.isShared()) {
      connection.commit();
    } else {
      execute("COMMIT");
    }
    isOpen = false;
    unlock();
    database.requireFile(mayHaveWritten);
  }

  /** Rolls an open transaction back, if there is one. */
  void rollBack() {
    try {
      if (isOpen && !isAborted) {
        if (database.isShared()) {
          connection.rollback();
        } else {
          execute("ROLLBACK");
        }
      }
    } catch (SQLException e) {
      // Closing a connection rolls back its transaction.
      closeQuietly();
    } finally {
      isOpen = false;
      unlock();
    }
  }

  private void unlock() {
    SqliteFile file = database.file();
    if (holdsLock && file != null) {
      holdsLock = false;
      file.writing().unlock();
    }
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns a statement with parameters, which this session closes. */
  PreparedStatement prepare(String sql, Object... parameters) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    for (int i = 0; i < parameters.length; i++) {
      Object value = parameters[i];
      if (value instanceof UUID id) {
        statement.setBytes(i + 1, bytes(id));
      } else if (value instanceof byte[] some) {
        statement.setBytes(i + 1, some);
      } else if (value instanceof Long number) {
        statement.setLong(i + 1, number);
      } else if (value instanceof Integer number) {
        statement.setInt(i + 1, number);
      } else {
        statement.setString(i + 1, (String) value);
      }
    }
    return statement;
  }

  /** Runs a statement that writes; returns how many rows it wrote. */
  int update(String sql, Object... parameters) throws SQLException {
    return prepare(sql, parameters).executeUpdate();
  }

  /** Learns of new entries from now on, on PostgreSQL. */
  void listen(String channel) throws SQLException {
    connection.setAutoCommit(true);
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
    PGNotification[] came = connection.unwrap(PGConnection.class).getNotifications(millis);
    return came != null && came.length > 0;
  }

  Connection connection() {
    return connection;
  }

  static byte[] bytes(UUID id) {
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  static UUID uuid(byte @Nullable [] bytes) throws SQLException {
    if (bytes == null || bytes.length != 2 * Long.BYTES) {
      throw new SQLException("a UUID has not 16 bytes");
    }
    ByteBuffer both = ByteBuffer.wrap(bytes);
    return new UUID(both.getLong(), both.getLong());
  }

  /** Breaks the connection, so that a thread that waits for its answer goes on. */
  void abort() {
    isAborted = true;
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      // It is broken already.
    }
  }

  private void closeQuietly() {
    try {
      connection.close();
    } catch (SQLException e) {
      // It is broken, and of no more use in any case.
    }
  }

  @Override
  public void close() {
    rollBack();
    try {
      if (isListening && !isAborted) {
        // A pool may give the connection to somebody else.
        execute("UNLISTEN *");
      }
    } catch (SQLException e) {
      // It is broken, and listens to nothing.
    }
    closeQuietly();
  }
}
