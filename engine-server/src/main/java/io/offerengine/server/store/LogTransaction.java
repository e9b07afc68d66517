package io.offerengine.server.store;

import io.offerengine.server.store.ChangeLog.Batch;
import io.offerengine.server.store.ChangeLog.Position;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The transaction that appends one batch to the log, notifies readers when it is committed, and
 * finds out whether it was committed if the connection breaks meanwhile.
 *
 * <p>All appenders wait for the one that has locked the row of {@code head}. If that one hangs, for
 * example because its process was stopped, PostgreSQL ends its connection after {@link #IDLE}.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class LogTransaction {
  /** How long PostgreSQL waits for the next statement of an appender. */
  private static final Duration IDLE = Duration.ofSeconds(5);

  /** How long an appender waits for an answer: for others that hang, and for its own statement. */
  private static final Duration ANSWER = Duration.ofSeconds(15);

  /** How long to try to find out whether a batch was committed. */
  private static final Duration SETTLE = Duration.ofSeconds(10);

  private static final long RETRY_MILLIS = 50;

  private final Database database;
  private final ChangeLog log;
  private final UUID id;
  private @Nullable Batch taken;
  private boolean isInDoubt;

  /** Work in the transaction. */
  @FunctionalInterface
  public interface Work {
    /**
     * Works the batch out and writes it.
     *
     * @param batch the number of the batch, which the transaction has taken
     */
    Position with(Connection connection, Batch batch) throws SQLException;
  }

  /**
   * Creates a transaction.
   *
   * @param id the unique identifier of the batch
   */
  public LogTransaction(Database database, ChangeLog log, UUID id) {
    this.database = database;
    this.log = log;
    this.id = id;
  }

  /**
   * Runs the transaction, once.
   *
   * @return what the work returned, or the position of the batch
   * @throws StoreException if nothing was committed, or if this {@linkplain #isInDoubt is in doubt}
   * @throws RuntimeException if the work throws it; nothing was committed
   */
  public Position run(Work work) {
    try {
      return database.write(connection -> {
        prepare(connection, LogConnection.NOTIFY);
        Batch next = log.begin(connection, null, id);
        taken = next;
        return work.with(connection, next);
      });
    } catch (StoreException e) {
      if (taken != null && wasCommitted(taken)) {
        return new Position(taken.seq(), id);
      }
      throw e;
    }
  }

  /** Returns whether the batch may have been committed although {@link #run} threw. */
  public boolean isInDoubt() {
    return isInDoubt;
  }

  /**
   * Limits how long PostgreSQL and this client wait for each other.
   *
   * @param more another statement, which is sent together with the first one; empty for none
   */
  private void prepare(Connection connection, String more) throws SQLException {
    if (database.directory() == null) {
      connection.setNetworkTimeout(Runnable::run, (int) ANSWER.toMillis());
      try (Statement statement = connection.createStatement()) {
        statement.execute(
            "SET LOCAL idle_in_transaction_session_timeout = " + IDLE.toMillis() + ";" + more);
      }
    }
  }

  private boolean wasCommitted(Batch batch) {
    long start = System.nanoTime();
    isInDoubt = true;
    while (System.nanoTime() - start < SETTLE.toNanos()) {
      try {
        boolean found = database.write(connection -> find(connection, batch));
        isInDoubt = false;
        return found;
      } catch (StoreException unreachable) {
        try {
          Thread.sleep(RETRY_MILLIS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
      }
    }
    return false;
  }

  /** Returns whether the log has a batch. This waits until the transaction of the batch ended. */
  private boolean find(Connection connection, Batch batch) throws SQLException {
    prepare(connection, "");
    try (Statement lock = connection.createStatement()) {
      lock.executeUpdate("UPDATE head SET trimmed = trimmed WHERE id = 1");
    }
    if (log.position(connection).equals(new Position(batch.seq(), id))) {
      return true;
    }
    try (PreparedStatement select =
        connection.prepareStatement("SELECT 1 FROM changes WHERE seq = ? AND batch = ? LIMIT 1")) {
      select.setLong(1, batch.seq());
      select.setBytes(2, LogRows.bytes(id));
      try (ResultSet rows = select.executeQuery()) {
        return rows.next();
      }
    }
  }
}
