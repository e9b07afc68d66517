package io.offerengine.server.alerts;

import io.offerengine.log.Sql;
import io.offerengine.server.store.CheckedTable;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The SQL of the table {@code saved_searches}, for use within one transaction. */
final class SavedSearchTable {
  private static final CheckedTable SEARCHES = CheckedTable.SAVED_SEARCHES;

  private final Connection connection;
  private final Sql sql;

  /** How many searches were saved, which is the number of the last one, and how many deleted. */
  record Counts(long saved, long removed) {}

  SavedSearchTable(Connection connection) {
    this.connection = connection;
    this.sql = new Sql(connection);
  }

  /** Returns how many searches a user has. */
  int count(long user) throws SQLException {
    return (int) sql.number("SELECT COUNT(*) FROM saved_searches WHERE user_id = ?", user);
  }

  /** Returns the number of the next search. No number is used twice. */
  long nextId() throws SQLException {
    return sql.number("UPDATE alert_state SET searches = searches + 1 RETURNING searches");
  }

  /** Returns how many searches were saved and how many were deleted so far. */
  Counts counts() throws SQLException {
    return sql.only(
        "SELECT searches, removed FROM alert_state",
        row -> new Counts(row.getLong(1), row.getLong(2)));
  }

  /**
   * Inserts a search of a user.
   *
   * @param since the last batch for which it does not count
   */
  void insert(long user, long since, ShownSearch shown) throws SQLException {
    SEARCHES.insert(
        connection,
        "id user_id name search cool_down created since",
        shown.id(),
        user,
        shown.name(),
        shown.search(),
        shown.coolDown(),
        shown.created(),
        since);
  }

  /** Lets searches that count after a later version count after this one. */
  void limitSince(long version) throws SQLException {
    SEARCHES.update(connection, "SET since = ? WHERE since > ?", version, version);
  }

  /** Deletes a search of a user; returns whether it was there. */
  boolean delete(long user, long id) throws SQLException {
    return sql.update("DELETE FROM saved_searches WHERE id = ? AND user_id = ?", id, user) > 0
        && sql.update("UPDATE alert_state SET removed = removed + 1") > 0;
  }

  /** Returns a search of a user. */
  Optional<ShownSearch> find(long user, long id) throws SQLException {
    return sql.first(
        SEARCHES.select() + "WHERE id = ? AND user_id = ?", SavedSearchTable::shown, id, user);
  }

  /** Returns the searches of a user by ascending number. */
  List<ShownSearch> ofUser(long user) throws SQLException {
    return sql.list(
        SEARCHES.select() + "WHERE user_id = ? ORDER BY id", SavedSearchTable::shown, user);
  }

  /** Returns the numbers of all searches. */
  Set<Long> ids() throws SQLException {
    return new HashSet<>(sql.list("SELECT id FROM saved_searches", row -> row.getLong(1)));
  }

  /** Passes every search with a number greater than another to a receiver. */
  void readAfter(long id, Sql.RowReceiver receiver) throws SQLException {
    sql.each(SEARCHES.select() + "WHERE id > ? ORDER BY id", receiver, id);
  }

  /**
   * Returns the search in the current row of a result, which has all columns.
   *
   * @throws io.offerengine.server.store.StoreException if the row is damaged
   */
  static ShownSearch shown(ResultSet row) throws SQLException {
    SEARCHES.check(row);
    return new ShownSearch(
        row.getLong("id"),
        row.getString("name"),
        row.getLong("cool_down"),
        row.getLong("created"),
        row.getString("search"));
  }
}
