package io.offerengine.server.store;

import io.offerengine.server.store.ChangeLog.Batch;
import io.offerengine.server.store.ChangeLog.Position;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the log of a database again and again, and learns of new batches.
 *
 * <p>On PostgreSQL, this is a connection that is used for nothing else: a transaction would delay
 * its notifications. Its first statement is LISTEN, so that no batch comes between a read and the
 * wait. If LISTEN does not work, for example behind a proxy that gives connections away after each
 * transaction, the reader sees new batches once a second. SQLite is read a hundred times a second.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class LogConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogConnection.class);

  /** Tells readers that they should read. */
  static final String NOTIFY = "NOTIFY offer_engine_log";

  private static final String LISTEN = "LISTEN offer_engine_log";

  /** The longest wait for a notification. */
  private static final Duration POLL = Duration.ofSeconds(1);

  private static final Duration POLL_SQLITE = Duration.ofMillis(10);

  /** How long PostgreSQL may take for an answer before the connection counts as broken. */
  private static final int ANSWER_MILLIS = 5_000;

  /** Twice the changes of the largest batch in the log, so that a read has a whole batch. */
  private static final int MOST_ROWS = 2 * ChangeLog.Limits.DEFAULTS.batchChanges();

  private final Database database;

  /** The connection to PostgreSQL; null for SQLite. */
  private final @Nullable Connection connection;

  /**
   * What one statement saw.
   *
   * @param head the position of the last batch
   * @param trimmed the number of the last batch that is not in the log any more
   * @param batches some of the next batches, in order
   */
  public record Read(Position head, long trimmed, List<Batch> batches) {}

  private LogConnection(Database database, @Nullable Connection connection) {
    this.database = database;
    this.connection = connection;
  }

  /** Connects. */
  public static LogConnection open(Database database) throws SQLException {
    if (database.directory() != null) {
      return new LogConnection(database, null);
    }
    Connection connection = database.connection();
    try {
      connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS);
      connection.setAutoCommit(true);
      listen(connection);
      return new LogConnection(database, connection);
    } catch (SQLException | RuntimeException e) {
      database.discard(connection);
      throw e;
    }
  }

  private static void listen(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(LISTEN);
    } catch (SQLException e) {
      if (StoreException.isOfConnection(e)) {
        throw e;
      }
      LOG.warn("PostgreSQL does not notify members of batches, which see them once a second", e);
    }
  }

  /** Reads the next batches, and the end of the log as of the same time. */
  public Read read(long after) throws SQLException {
    return connection == null
        ? database.<Read>read(reading -> read(reading, after))
        : read(connection, after);
  }

  private static Read read(Connection reading, long after) throws SQLException {
    try (Statement statement = reading.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT c.seq, c.batch, c.time, c.id, c.before, c.after, c.previous,"
                    + " head.seq, head.batch, head.trimmed FROM head LEFT JOIN"
                    + " (SELECT * FROM changes WHERE seq > "
                    + after
                    + " ORDER BY seq LIMIT "
                    + MOST_ROWS
                    // The key says that there is one row: PostgreSQL has no statistics of the
                    // table,
                    // and would take time to compile the plan for hundreds of rows.
                    + ") AS c ON true WHERE head.id = 1 ORDER BY c.seq")) {
      Position head = null;
      long trimmed = 0;
      List<Batch> batches = new ArrayList<>();
      int count = 0;
      while (rows.next()) {
        head = head == null ? new Position(rows.getLong(8), uuid(rows, 9)) : head;
        trimmed = rows.getLong(10);
        long seq = rows.getLong(1);
        if (!rows.wasNull()) {
          LogRows.add(rows, seq, batches);
          count++;
        }
      }
      if (head == null) {
        throw new SQLException("the table head has no row");
      }
      if (count == MOST_ROWS) {
        // The last batch may have more rows.
        batches.remove(batches.size() - 1);
      }
      return new Read(head, trimmed, batches);
    }
  }

  private static UUID uuid(ResultSet row, int column) throws SQLException {
    return LogRows.uuid(Objects.requireNonNull(row.getBytes(column)));
  }

  /** Waits until there may be new batches, at most for a second. */
  public void await(Duration most) throws SQLException, InterruptedException {
    if (connection == null) {
      Thread.sleep(Math.min(most.toMillis(), POLL_SQLITE.toMillis()) + 1);
      return;
    }
    int millis = (int) Math.min(most.toMillis(), POLL.toMillis());
    connection.unwrap(PGConnection.class).getNotifications(millis + 1);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  @Override
  public void close() {
    if (connection != null) {
      database.discard(connection);
    }
  }
}
