package io.offerengine.server.alerts;

import io.offerengine.json.saved.ShownSearch;
import io.offerengine.server.store.CheckedTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The SQL of the table {@code saved_searches}, for use within one transaction. */
final class SavedSearchTable {
  private static final int FETCHED_ROWS = 1_000;
  private static final String SELECT =
      "SELECT " + CheckedTable.SAVED_SEARCHES.columns() + " FROM saved_searches ";

  private final Connection connection;

  /** How many searches were saved, which is the number of the last one, and how many deleted. */
  record Counts(long saved, long removed) {}

  /** A row; its search is a text. */
  record Row(long user, long since, ShownSearch shown) {}

  /** Receives the result that stands at a row. */
  @FunctionalInterface
  interface RowReader {
    void read(ResultSet row) throws SQLException;
  }

  SavedSearchTable(Connection connection) {
    this.connection = connection;
  }

  /** Returns how many searches a user has. */
  int count(long user) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT COUNT(*) FROM saved_searches WHERE user_id = ?")) {
      select.setLong(1, user);
      try (ResultSet rows = select.executeQuery()) {
        rows.next();
        return rows.getInt(1);
      }
    }
  }

  /** Returns the number of the next search. No number is used twice. */
  long nextId() throws SQLException {
    return counted("searches");
  }

  /** Returns how many searches were saved and how many were deleted so far. */
  Counts counts() throws SQLException {
    try (Statement select = connection.createStatement();
        ResultSet rows = select.executeQuery("SELECT searches, removed FROM alert_state")) {
      rows.next();
      return new Counts(rows.getLong(1), rows.getLong(2));
    }
  }

  void insert(Row row) throws SQLException {
    String sql =
        "INSERT INTO saved_searches (id, user_id, name, search, cool_down, created, since)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?)";
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setLong(1, row.shown().id());
      insert.setLong(2, row.user());
      insert.setString(3, row.shown().name());
      insert.setString(4, row.shown().search());
      insert.setLong(5, row.shown().coolDown());
      insert.setLong(6, row.shown().created());
      insert.setLong(7, row.since());
      insert.executeUpdate();
    }
    CheckedTable.SAVED_SEARCHES.seal(connection, row.shown().id());
  }

  /** Lets searches that count after a later version count after this one. */
  void limitSince(long version) throws SQLException {
    List<Long> changed = new ArrayList<>();
    String sql = "UPDATE saved_searches SET since = ? WHERE since > ? RETURNING id";
    try (PreparedStatement update = connection.prepareStatement(sql)) {
      update.setLong(1, version);
      update.setLong(2, version);
      try (ResultSet rows = update.executeQuery()) {
        while (rows.next()) {
          changed.add(rows.getLong(1));
        }
      }
    }
    for (long id : changed) {
      CheckedTable.SAVED_SEARCHES.seal(connection, id);
    }
  }

  /** Deletes a search of a user; returns how many were deleted so far, 0 if it was not there. */
  long delete(long user, long id) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM saved_searches WHERE id = ? AND user_id = ?")) {
      delete.setLong(1, id);
      delete.setLong(2, user);
      return delete.executeUpdate() == 0 ? 0 : counted("removed");
    }
  }

  /** Raises a count of {@code alert_state} by one, and returns it. */
  private long counted(String column) throws SQLException {
    try (Statement update = connection.createStatement();
        ResultSet rows =
            update.executeQuery(
                "UPDATE alert_state SET %1$s = %1$s + 1 WHERE id = 1 RETURNING %1$s"
                    .formatted(column))) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** Returns a search of a user. */
  Optional<Row> find(long user, long id) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(SELECT + "WHERE id = ? AND user_id = ?")) {
      select.setLong(1, id);
      select.setLong(2, user);
      try (ResultSet rows = select.executeQuery()) {
        return rows.next() ? Optional.of(row(rows)) : Optional.empty();
      }
    }
  }

  /** Returns the searches of a user by ascending number. */
  List<Row> ofUser(long user) throws SQLException {
    List<Row> found = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement(SELECT + "WHERE user_id = ? ORDER BY id")) {
      select.setLong(1, user);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          found.add(row(rows));
        }
      }
    }
    return found;
  }

  /** Returns the numbers of all searches. */
  Set<Long> ids() throws SQLException {
    Set<Long> ids = new HashSet<>();
    try (Statement select = connection.createStatement()) {
      select.setFetchSize(FETCHED_ROWS);
      try (ResultSet rows = select.executeQuery("SELECT id FROM saved_searches")) {
        while (rows.next()) {
          ids.add(rows.getLong(1));
        }
      }
    }
    return ids;
  }

  /** Passes every search with a number greater than another to a reader. */
  void readAfter(long id, RowReader reader) throws SQLException {
    try (Statement select = connection.createStatement()) {
      select.setFetchSize(FETCHED_ROWS);
      try (ResultSet rows = select.executeQuery(SELECT + "WHERE id > " + id + " ORDER BY id")) {
        while (rows.next()) {
          reader.read(rows);
        }
      }
    }
  }

  /**
   * Returns the current row of a result, which has all columns.
   *
   * @throws io.offerengine.server.store.StoreException if the row is damaged
   */
  static Row row(ResultSet row) throws SQLException {
    CheckedTable.SAVED_SEARCHES.check(row);
    return new Row(
        row.getLong("user_id"),
        row.getLong("since"),
        new ShownSearch(
            row.getLong("id"),
            row.getString("name"),
            row.getLong("cool_down"),
            row.getLong("created"),
            row.getString("search")));
  }
}
