package io.offerengine.server.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.log.Sql;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A table whose rows have a checksum of all their columns, so that a row which the disk changed is
 * an error and never a wrong answer.
 *
 * <p>Who writes a row seals it in the same transaction; who reads a row checks it.
 *
 * <p><b>Layout.</b> The CRC-32C of name and value of each column that is not null, in the order of
 * the columns here. A new column that is null in old rows therefore leaves their checksums valid.
 */
public enum CheckedTable {
  /** Billing identities. */
  USERS("users", "id bill_to email fullname username address1 address2 city zip country taxinfo"),
  /** API keys. */
  API_KEYS(
      "api_keys", "id user_id hash administrator scopes created expires revoked name permissions"),
  /** Payments, charges and payouts. */
  LEDGER(
      "ledger",
      "id user_id reference type service amount service_fee time"
          + " amount_rest service_fee_rest nanos"),
  /** Templates with their encrypted passwords. */
  TEMPLATES("templates", "id user_id hash_id private content password created"),
  /** Saved searches. */
  SAVED_SEARCHES("saved_searches", "id user_id name search cool_down created since");

  /** The column of the checksum. */
  private static final String CHECKSUM = "checksum";

  private final String table;

  @SuppressWarnings("ImmutableEnumChecker") // List.of returns an immutable list
  private final List<String> columns;

  CheckedTable(String table, String columns) {
    this.table = table;
    this.columns = List.of(columns.split(" "));
  }

  /** Returns the name of the table. */
  String table() {
    return table;
  }

  /** Returns a {@code SELECT} of what {@link #check} reads, with a blank at its end. */
  public String select() {
    return "SELECT " + String.join(", ", columns) + ", " + CHECKSUM + " FROM " + table + " ";
  }

  /**
   * Inserts a row with its checksum.
   *
   * @param given the columns of the values, separated by blanks; the others become null
   * @return the number of the row
   */
  public long insert(Connection connection, String given, @Nullable Object... values)
      throws SQLException {
    return insert(connection, "", given, values).orElseThrow();
  }

  /**
   * Inserts a row with its checksum, unless the table has a row with the same key.
   *
   * @param key the columns of the key, separated by commas
   * @param given the columns of the values, separated by blanks; the others become null
   * @return the number of the row; empty if the table has a row with the same key
   */
  public Optional<Long> insertIfAbsent(
      Connection connection, String key, String given, @Nullable Object... values)
      throws SQLException {
    return insert(connection, "ON CONFLICT (" + key + ") DO NOTHING", given, values);
  }

  private Optional<Long> insert(
      Connection connection, String conflict, String given, @Nullable Object[] values)
      throws SQLException {
    String sql =
        "INSERT INTO %s (%s) VALUES (%s) %s RETURNING id"
            .formatted(
                table,
                given.replace(" ", ", "),
                String.join(", ", Collections.nCopies(values.length, "?")),
                conflict);
    Optional<Long> id = new Sql(connection).first(sql, row -> row.getLong(1), values);
    if (id.isPresent()) {
      seal(connection, id.get());
    }
    return id;
  }

  /**
   * Changes rows with their checksums.
   *
   * @param change what follows after the name of the table in an {@code UPDATE}
   * @return how many rows were changed
   */
  public int update(Connection connection, String change, @Nullable Object... values)
      throws SQLException {
    String sql = "UPDATE " + table + " " + change + " RETURNING id";
    List<Long> changed = new Sql(connection).list(sql, row -> row.getLong(1), values);
    for (long id : changed) {
      seal(connection, id);
    }
    return changed.size();
  }

  /**
   * Stores the checksum of a row that was written in the same transaction.
   *
   * @param id the number of the row
   */
  public void seal(Connection connection, long id) throws SQLException {
    Sql sql = new Sql(connection);
    long checksum = sql.only(select() + "WHERE id = ?", this::checksum, id);
    sql.update("UPDATE " + table + " SET checksum = ? WHERE id = ?", checksum, id);
  }

  /**
   * Checks the current row of a result.
   *
   * @param rows a result of {@link #select}
   * @throws StoreException if the row does not match its checksum
   */
  public void check(ResultSet rows) throws SQLException {
    if (!isIntact(rows)) {
      throw StoreException.damaged(table, rows.getLong("id"));
    }
  }

  /** Returns whether the current row of a result matches its checksum. */
  boolean isIntact(ResultSet rows) throws SQLException {
    long stored = rows.getLong(CHECKSUM);
    return !rows.wasNull() && stored == checksum(rows);
  }

  private long checksum(ResultSet rows) throws SQLException {
    CRC32C checksum = new CRC32C();
    for (String column : columns) {
      Object value = rows.getObject(column);
      if (value != null) {
        byte[] bytes = bytes(value);
        checksum.update(column.getBytes(UTF_8));
        checksum.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
        checksum.update(bytes);
      }
    }
    return checksum.getValue();
  }

  private static byte[] bytes(Object value) {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    // A flag is a number in SQLite, and a boolean in PostgreSQL.
    Object number = value instanceof Boolean flag ? (flag ? 1 : 0) : value;
    return number instanceof Number whole
        ? ByteBuffer.allocate(Long.BYTES).putLong(whole.longValue()).array()
        : value.toString().getBytes(UTF_8);
  }
}
