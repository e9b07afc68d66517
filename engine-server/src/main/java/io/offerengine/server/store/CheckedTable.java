package io.offerengine.server.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.log.Sql;
import io.offerengine.log.Sql.RowReader;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
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

  /** How many damages of a part of a database are reported. */
  static final int MOST_DAMAGES = 10;

  /** The column of the checksum. */
  private static final String CHECKSUM = "checksum";

  private final String table;

  @SuppressWarnings("ImmutableEnumChecker") // List.of returns an immutable list
  private final List<String> columns;

  /**
   * The result of checking one part of a database.
   *
   * @param part the name of a table, or {@code structure}
   * @param rows the number of rows; 0 for the structure
   * @param damages what is damaged, at most {@value #MOST_DAMAGES} of it; empty if nothing is
   */
  public record Check(String part, long rows, List<String> damages) {
    /** Copies the damages. */
    public Check {
      damages = List.copyOf(damages);
    }
  }

  CheckedTable(String table, String columns) {
    this.table = table;
    this.columns = List.of(columns.split(" "));
  }

  /**
   * Returns the first row of a result; empty if there is none.
   *
   * @param condition what follows after the name of the table in a {@code SELECT}
   * @throws StoreException if the row does not match its checksum
   */
  public <T> Optional<T> first(
      Sql sql, String condition, RowReader<T> reader, @Nullable Object... values)
      throws SQLException {
    return sql.first(select() + condition, checked(reader), values);
  }

  /** Returns all rows of a result, like {@link #first}. */
  public <T> List<T> list(
      Sql sql, String condition, RowReader<T> reader, @Nullable Object... values)
      throws SQLException {
    return sql.list(select() + condition, checked(reader), values);
  }

  private <T> RowReader<T> checked(RowReader<T> reader) {
    return row -> {
      check(row);
      return reader.read(row);
    };
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
  public long insert(Sql sql, String given, @Nullable Object... values) throws SQLException {
    return insert(sql, "", given, values).orElseThrow();
  }

  /**
   * Inserts a row with its checksum, unless the table has a row with the same key.
   *
   * @param key the columns of the key, separated by commas
   * @param given the columns of the values, separated by blanks; the others become null
   * @return the number of the row; empty if the table has a row with the same key
   */
  public Optional<Long> insertIfAbsent(
      Sql sql, String key, String given, @Nullable Object... values) throws SQLException {
    return insert(sql, "ON CONFLICT (" + key + ") DO NOTHING", given, values);
  }

  private Optional<Long> insert(Sql sql, String conflict, String given, @Nullable Object[] values)
      throws SQLException {
    String insertion =
        "INSERT INTO %s (%s) VALUES (%s) %s RETURNING id"
            .formatted(
                table,
                given.replace(" ", ", "),
                String.join(", ", Collections.nCopies(values.length, "?")),
                conflict);
    Optional<Long> id = sql.first(insertion, row -> row.getLong(1), values);
    if (id.isPresent()) {
      seal(sql, id.get());
    }
    return id;
  }

  /**
   * Changes rows with their checksums.
   *
   * @param change what follows after the name of the table in an {@code UPDATE}
   * @return how many rows were changed
   */
  public int update(Sql sql, String change, @Nullable Object... values) throws SQLException {
    String update = "UPDATE " + table + " " + change + " RETURNING id";
    List<Long> changed = sql.list(update, row -> row.getLong(1), values);
    for (long id : changed) {
      seal(sql, id);
    }
    return changed.size();
  }

  /**
   * Stores the checksum of a row that was written in the same transaction.
   *
   * @param id the number of the row
   */
  public void seal(Sql sql, long id) throws SQLException {
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

  /** Compares every row with its checksum. */
  Check checkAll(Sql sql) throws SQLException {
    List<String> damages = new ArrayList<>();
    long[] count = {0};
    sql.each(
        select() + "ORDER BY id",
        row -> {
          count[0]++;
          if (!isIntact(row) && damages.size() < MOST_DAMAGES) {
            damages.add("row " + row.getLong("id") + " does not match its checksum");
          }
          return true;
        });
    return new Check(table, count[0], damages);
  }

  private boolean isIntact(ResultSet rows) throws SQLException {
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
