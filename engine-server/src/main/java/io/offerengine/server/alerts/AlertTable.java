package io.offerengine.server.alerts;

import static io.offerengine.log.Sql.longOrNull;

import io.offerengine.log.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The SQL of the table {@code alerts}, and of the position in {@code alert_state}, for use within
 * one transaction; {@link SavedSearchRegistry} counts searches there.
 */
final class AlertTable {
  private final Sql sql;

  /** The numbers of the alerts of a user that are stored; both 0 if there are none. */
  record Numbers(long first, long last) {}

  /** An alert with its number. */
  record Numbered(long number, Alert alert) {}

  /**
   * An alert with the number of the user who gets it.
   *
   * @param user the number of the user
   * @param alert what the user gets
   */
  record UserAlert(long user, Alert alert) {}

  AlertTable(Sql sql) {
    this.sql = sql;
  }

  /** Returns the last batch whose alerts are stored. */
  long position() throws SQLException {
    return sql.number("SELECT seq FROM alert_state");
  }

  /** Notes the last batch whose alerts are stored. */
  void advance(long version) throws SQLException {
    sql.update("UPDATE alert_state SET seq = ?", version);
  }

  /** Makes a version that of all alerts with a later one. */
  void limitVersions(long version) throws SQLException {
    sql.update("UPDATE alerts SET version = ? WHERE version > ?", version, version);
  }

  /** Returns the alerts of a search after a time, the oldest first. */
  List<Alert> sent(long search, long after) throws SQLException {
    return sql.list(
        "SELECT * FROM alerts WHERE search_id = ? AND time > ? ORDER BY time, number",
        AlertTable::alert,
        search,
        after);
  }

  /** Returns by user the alerts after a time that say that batches were not compared. */
  Map<Long, LastHour> gaps(long after) throws SQLException {
    Map<Long, LastHour> gaps = new HashMap<>();
    sql.each(
        "SELECT user_id, COUNT(*), MIN(time), MAX(version) FROM alerts"
            + " WHERE search_id IS NULL AND time > ? GROUP BY user_id",
        row -> {
          gaps.put(row.getLong(1), new LastHour(row.getInt(2), row.getLong(3), row.getLong(4)));
          return true;
        },
        after);
    return gaps;
  }

  /** Appends alerts to the logs of their users, in their order. */
  void append(List<UserAlert> alerts) throws SQLException {
    Map<Long, Long> last = new HashMap<>();
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (UserAlert each : alerts) {
      Long before = last.get(each.user());
      long number = (before == null ? numbers(each.user()).last() : before) + 1;
      last.put(each.user(), number);
      rows.add(row(each.user(), number, each.alert()));
    }
    sql.updateAll(
        "INSERT INTO alerts (user_id, number, search_id, offer_id, machine_id, num_gpus, price,"
            + " more, version, time, quiet_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        rows);
  }

  private static @Nullable Object[] row(long user, long number, Alert alert) {
    return new @Nullable Object[] {
      user,
      number,
      alert.search(),
      alert.offer(),
      alert.machine(),
      alert.gpus(),
      alert.price() == null ? null : alert.price().toString(),
      alert.more(),
      alert.version(),
      alert.time(),
      alert.quietUntil()
    };
  }

  /** Returns the users who have alerts about batches after a number. */
  List<Long> users(long after) throws SQLException {
    return sql.list(
        "SELECT DISTINCT user_id FROM alerts WHERE version > ?", row -> row.getLong(1), after);
  }

  /**
   * Deletes the oldest alerts of a user, up to the first one that is among the last ones or after a
   * time.
   *
   * @param most how many alerts to leave in any case
   * @param after a time in seconds since 1970
   */
  void trim(long user, int most, long after) throws SQLException {
    sql.update(
        "DELETE FROM alerts WHERE user_id = ? AND number < (SELECT number FROM alerts"
            + " WHERE user_id = ? AND (number > ? OR time > ?) ORDER BY number LIMIT 1)",
        user,
        user,
        numbers(user).last() - most,
        after);
  }

  /** Returns which alerts of a user are stored. */
  Numbers numbers(long user) throws SQLException {
    // Apart: SQLite looks only one of both up in the index.
    return sql.only(
        "SELECT (SELECT MIN(number) FROM alerts WHERE user_id = ?),"
            + " (SELECT MAX(number) FROM alerts WHERE user_id = ?)",
        row -> new Numbers(row.getLong(1), row.getLong(2)),
        user,
        user);
  }

  /** Returns alerts of a user after a number, without those of deleted searches. */
  List<Numbered> after(long user, long number, int most) throws SQLException {
    return sql.list(
        "SELECT * FROM alerts WHERE user_id = ? AND number > ? AND (search_id IS NULL OR search_id"
            + " IN (SELECT id FROM saved_searches WHERE user_id = ?)) ORDER BY number LIMIT ?",
        row -> new Numbered(row.getLong("number"), alert(row)),
        user,
        number,
        user,
        most);
  }

  private static Alert alert(ResultSet row) throws SQLException {
    String price = row.getString("price");
    return new Alert(
        longOrNull(row, "search_id"),
        longOrNull(row, "offer_id"),
        longOrNull(row, "machine_id"),
        longOrNull(row, "num_gpus"),
        price == null ? null : Double.valueOf(price),
        row.getLong("more"),
        row.getLong("version"),
        row.getLong("time"),
        longOrNull(row, "quiet_until"));
  }
}
