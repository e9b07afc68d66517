package io.offerengine.log;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Statements of SQL on one connection, mostly within one transaction.
 *
 * <p>Each {@code ?} of a statement takes one value, in their order: a text, a number, a flag, bytes
 * or null, or a UUID, which becomes its 16 bytes.
 *
 * <p><b>Threads.</b> Confined to the thread that has the connection.
 */
public class Sql {
  /** The rows per round trip; without this limit PostgreSQL's driver reads all rows at once. */
  private static final int FETCHED_ROWS = 1_000;

  private final Connection connection;

  /**
   * Reads the row at which a result stands.
   *
   * @param <T> what the row says
   */
  @FunctionalInterface
  public interface RowReader<T> {
    /** Reads the row. */
    T read(ResultSet row) throws SQLException;
  }

  /** Receives the result that stands at a row. */
  @FunctionalInterface
  public interface RowReceiver {
    /** Receives the row; returns whether to go on with the next one. */
    boolean take(ResultSet row) throws SQLException;
  }

  /** Uses a connection, which the caller closes. */
  public Sql(Connection connection) {
    this.connection = connection;
  }

  /** Returns the connection. */
  public final Connection connection() {
    return connection;
  }

  /** Runs a statement without values and rows. */
  public final void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Runs a statement that changes rows, and returns how many rows it changed. */
  public final int update(String sql, @Nullable Object... values) throws SQLException {
    try (PreparedStatement statement = prepare(sql, values)) {
      return statement.executeUpdate();
    }
  }

  /** Runs a statement that changes rows once for each list of values. */
  public final void updateAll(String sql, List<@Nullable Object[]> rows) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (@Nullable Object[] values : rows) {
        bind(statement, values);
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  /** Returns the first row of a result; empty if there is none. */
  public final <T> Optional<T> first(String sql, RowReader<T> reader, @Nullable Object... values)
      throws SQLException {
    try (PreparedStatement statement = prepare(sql, values);
        ResultSet rows = statement.executeQuery()) {
      return rows.next() ? Optional.of(reader.read(rows)) : Optional.empty();
    }
  }

  /**
   * Returns the row of a result that has one in any case.
   *
   * @throws SQLException if it has none
   */
  public final <T> T only(String sql, RowReader<T> reader, @Nullable Object... values)
      throws SQLException {
    return first(sql, reader, values).orElseThrow(() -> new SQLException("no row: " + sql));
  }

  /** Returns the number in the first column of a result that has one row; 0 for null. */
  public final long number(String sql, @Nullable Object... values) throws SQLException {
    return only(sql, row -> row.getLong(1), values);
  }

  /** Returns all rows of a result. */
  public final <T> List<T> list(String sql, RowReader<T> reader, @Nullable Object... values)
      throws SQLException {
    List<T> list = new ArrayList<>();
    each(sql, FETCHED_ROWS, row -> list.add(reader.read(row)), values);
    return list;
  }

  /** Passes the rows of a result on until the receiver wants no more; some are fetched at once. */
  public final void each(String sql, RowReceiver receiver, @Nullable Object... values)
      throws SQLException {
    each(sql, FETCHED_ROWS, receiver, values);
  }

  /**
   * Passes the rows of a result on until the receiver wants no more.
   *
   * @param fetched how many rows are fetched at once
   */
  public final void each(String sql, int fetched, RowReceiver receiver, @Nullable Object... values)
      throws SQLException {
    try (PreparedStatement statement = prepare(sql, values)) {
      statement.setFetchSize(fetched);
      try (ResultSet rows = statement.executeQuery()) {
        boolean isWanted = true;
        while (isWanted && rows.next()) {
          isWanted = receiver.take(rows);
        }
      }
    }
  }

  /** Returns the number in a column; null for null. */
  public static @Nullable Long longOrNull(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }

  /** Returns the UUID in a column. */
  static UUID uuid(ResultSet row, int column) throws SQLException {
    byte[] bytes = row.getBytes(column);
    if (bytes == null || bytes.length != 2 * Long.BYTES) {
      throw new SQLException("a UUID has not 16 bytes");
    }
    ByteBuffer both = ByteBuffer.wrap(bytes);
    return new UUID(both.getLong(), both.getLong());
  }

  private static byte[] bytes(UUID id) {
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  private PreparedStatement prepare(String sql, @Nullable Object[] values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      bind(statement, values);
      return statement;
    } catch (SQLException | RuntimeException e) {
      statement.close();
      throw e;
    }
  }

  private static void bind(PreparedStatement statement, @Nullable Object[] values)
      throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i] instanceof UUID id ? bytes(id) : values[i]);
    }
  }
}
