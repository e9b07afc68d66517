package io.offerengine.server.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.zip.CRC32C;

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
  USERS(
      "users",
      "id bill_to email fullname username address1 address2 city zip country taxinfo",
      "id",
      ""),
  /** API keys. */
  API_KEYS(
      "api_keys",
      "id user_id hash administrator scopes created expires revoked name permissions",
      "id user_id administrator created expires revoked",
      "hash"),
  /** Payments, charges and payouts. */
  LEDGER(
      "ledger",
      "id user_id reference type service amount service_fee time"
          + " amount_rest service_fee_rest nanos",
      "id user_id amount service_fee time amount_rest service_fee_rest nanos",
      ""),
  /** Templates with their encrypted passwords. */
  TEMPLATES(
      "templates",
      "id user_id hash_id private content password created",
      "id user_id private created",
      "password"),
  /** Saved searches. */
  SAVED_SEARCHES(
      "saved_searches",
      "id user_id name search cool_down created since",
      "id user_id cool_down created since",
      "");

  /** The column of the checksum. */
  private static final String CHECKSUM = "checksum";

  private final String table;

  @SuppressWarnings("ImmutableEnumChecker") // List.of returns an immutable list
  private final List<String> columns;

  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> numbers;

  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> bytes;

  /** Creates a table; columns that are neither numbers, flags nor bytes are texts. */
  CheckedTable(String table, String columns, String numbers, String bytes) {
    this.table = table;
    this.columns = List.of(columns.split(" "));
    this.numbers = List.of(numbers.split(" "));
    this.bytes = List.of(bytes.split(" "));
  }

  /** Returns the name of the table. */
  public String table() {
    return table;
  }

  /** Returns the columns that {@link #check} reads, for a {@code SELECT}. */
  public String columns() {
    return String.join(", ", columns) + ", " + CHECKSUM;
  }

  /**
   * Stores the checksum of a row that was written in the same transaction.
   *
   * @param id the number of the row
   */
  public void seal(Connection connection, long id) throws SQLException {
    Sql sql = new Sql(connection);
    long checksum =
        sql.only("SELECT " + columns() + " FROM " + table + " WHERE id = ?", this::checksum, id);
    sql.update("UPDATE " + table + " SET checksum = ? WHERE id = ?", checksum, id);
  }

  /**
   * Checks the current row of a result.
   *
   * @param rows a result with at least {@link #columns}
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
      byte[] value = value(rows, column);
      if (!rows.wasNull()) {
        checksum.update(column.getBytes(UTF_8));
        checksum.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, value.length));
        checksum.update(value);
      }
    }
    return checksum.getValue();
  }

  private byte[] value(ResultSet rows, String column) throws SQLException {
    if (numbers.contains(column)) {
      // A flag is a number in SQLite, and a boolean in PostgreSQL.
      long number =
          rows.getObject(column) instanceof Boolean flag ? (flag ? 1 : 0) : rows.getLong(column);
      return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }
    if (bytes.contains(column)) {
      byte[] value = rows.getBytes(column);
      return value == null ? new byte[0] : value;
    }
    String text = rows.getString(column);
    return text == null ? new byte[0] : text.getBytes(UTF_8);
  }
}
