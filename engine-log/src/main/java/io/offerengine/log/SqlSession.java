package io.offerengine.log;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A connection with transactions that mean the same on SQLite and on PostgreSQL. On SQLite a
 * transaction that may write waits in the line of the file's {@linkplain SqliteFile#writing
 * writers}.
 *
 * <p>After an exception of SQL the session is of no use; close it.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public class SqlSession extends Sql implements AutoCloseable {
  private final @Nullable SqliteFile file;
  private final Consumer<Connection> discard;
  private boolean isOpen;
  private boolean holdsLock;

  /**
   * Begins a session.
   *
   * @param connection is closed with the session
   * @param file the file of SQLite; null for PostgreSQL
   * @param discard takes a connection whose transaction can't be ended
   * @throws SQLException if the connection is broken; then it is closed
   */
  public SqlSession(Connection connection, @Nullable SqliteFile file, Consumer<Connection> discard)
      throws SQLException {
    super(connection);
    this.file = file;
    this.discard = discard;
    try {
      connection.setAutoCommit(file != null);
    } catch (SQLException e) {
      closeQuietly(connection);
      throw e;
    }
  }

  /** Ends the wait for an answer of PostgreSQL that stands still, or is cut off. */
  public final void limit(Duration answer) throws SQLException {
    if (file == null) {
      connection().setNetworkTimeout(Runnable::run, Math.toIntExact(answer.toMillis()));
    }
  }

  /** Begins a transaction that may write. On SQLite it waits for all other writers. */
  public void beginWriting() throws SQLException {
    if (file != null) {
      file.writing().lock();
      holdsLock = true;
      execute("BEGIN IMMEDIATE");
    }
    isOpen = true;
  }

  /** Begins a transaction that reads one version of the database. */
  public void beginReading() throws SQLException {
    // PostgreSQL begins a transaction with the first statement.
    isOpen |= file == null;
    execute(file == null ? "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY" : "BEGIN");
    isOpen = true;
  }

  /** Commits the transaction. */
  public void commit() throws SQLException {
    if (file == null) {
      connection().commit();
    } else {
      execute("COMMIT");
    }
    isOpen = false;
    unlock();
  }

  /** Rolls an open transaction back, if there is one. */
  public final void rollBack() {
    try {
      if (isOpen && file == null) {
        connection().rollback();
      } else if (isOpen) {
        execute("ROLLBACK");
      }
    } catch (SQLException e) {
      discard.accept(connection());
    } finally {
      isOpen = false;
      unlock();
    }
  }

  private void unlock() {
    if (holdsLock && file != null) {
      holdsLock = false;
      file.writing().unlock();
    }
  }

  /** Returns whether other processes may use the database at the same time. */
  final boolean isShared() {
    return file == null;
  }

  /** Closes a connection, which rolls its transaction back. */
  static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // It is broken, and of no more use in any case.
    }
  }

  /** Rolls an open transaction back, and closes the connection. */
  @Override
  public void close() {
    rollBack();
    closeQuietly(connection());
  }
}
