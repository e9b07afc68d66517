package io.offerengine.server.alerts;

import io.offerengine.json.saved.Alert;
import io.offerengine.server.alerts.AlertRule.Sent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The SQL of the tables {@code alerts} and {@code alert_state}, for use within one transaction. */
final class AlertTable {
  private final Connection connection;

  /** The numbers of the alerts of a user that are stored; both 0 if there are none. */
  record Numbers(long first, long last) {}

  /** An alert with its number. */
  record Numbered(long number, Alert alert) {}

  AlertTable(Connection connection) {
    this.connection = connection;
  }

  /** Returns the last batch whose alerts are stored. */
  long position() throws SQLException {
    try (Statement select = connection.createStatement();
        ResultSet rows = select.executeQuery("SELECT seq FROM alert_state")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** Notes the last batch whose alerts are stored. */
  void advance(long seq) throws SQLException {
    try (Statement update = connection.createStatement()) {
      update.executeUpdate("UPDATE alert_state SET seq = " + seq);
    }
  }

  /** Makes a version that of all alerts with a later one. */
  void limitVersions(long version) throws SQLException {
    try (Statement update = connection.createStatement()) {
      update.executeUpdate(
          "UPDATE alerts SET version = %1$d WHERE version > %1$d".formatted(version));
    }
  }

  /** Returns the alerts of a search after a time, the oldest first. */
  List<Sent> sent(long search, long after) throws SQLException {
    List<Sent> sent = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT machine_id, num_gpus, price, version, time FROM alerts"
                + " WHERE search_id = ? AND time > ? ORDER BY time, number")) {
      select.setLong(1, search);
      select.setLong(2, after);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          sent.add(
              new Sent(
                  longOrNull(rows, "machine_id"),
                  longOrNull(rows, "num_gpus"),
                  doubleOrNull(rows.getString("price")),
                  rows.getLong("version"),
                  rows.getLong("time")));
        }
      }
    }
    return sent;
  }

  /** Returns by user the alerts after a time that say that batches were not compared. */
  Map<Long, LastHour> gaps(long after) throws SQLException {
    Map<Long, LastHour> gaps = new HashMap<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT user_id, COUNT(*), MIN(time), MAX(version) FROM alerts"
                + " WHERE search_id IS NULL AND time > ? GROUP BY user_id")) {
      select.setLong(1, after);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          gaps.put(rows.getLong(1), new LastHour(rows.getInt(2), rows.getLong(3), rows.getLong(4)));
        }
      }
    }
    return gaps;
  }

  /** Appends alerts to the logs of their users, in their order. */
  void append(List<UserAlert> alerts) throws SQLException {
    String sql =
        "INSERT INTO alerts (user_id, number, search_id, offer_id, machine_id, num_gpus, price,"
            + " more, version, time, quiet_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    Map<Long, Long> last = new HashMap<>();
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      for (UserAlert each : alerts) {
        Long before = last.get(each.user());
        long number = (before == null ? numbers(each.user()).last() : before) + 1;
        last.put(each.user(), number);
        add(insert, each.user(), number, each.alert());
      }
      insert.executeBatch();
    }
  }

  /** Returns the users who have alerts about batches after a number. */
  List<Long> users(long after) throws SQLException {
    List<Long> users = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement("SELECT DISTINCT user_id FROM alerts WHERE version > ?")) {
      select.setLong(1, after);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          users.add(rows.getLong(1));
        }
      }
    }
    return users;
  }

  private static void add(PreparedStatement insert, long user, long number, Alert alert)
      throws SQLException {
    insert.setLong(1, user);
    insert.setLong(2, number);
    insert.setObject(3, alert.search());
    insert.setObject(4, alert.offer());
    insert.setObject(5, alert.machine());
    insert.setObject(6, alert.gpus());
    insert.setString(7, alert.price() == null ? null : alert.price().toString());
    insert.setLong(8, alert.more());
    insert.setLong(9, alert.version());
    insert.setLong(10, alert.time());
    insert.setObject(11, alert.quietUntil());
    insert.addBatch();
  }

  /**
   * Deletes the oldest alerts of a user, up to the first one that is among the last ones or after a
   * time.
   *
   * @param most how many alerts to leave in any case
   * @param after a time in seconds since 1970
   */
  void trim(long user, int most, long after) throws SQLException {
    String sql =
        "DELETE FROM alerts WHERE user_id = ? AND number < (SELECT number FROM alerts"
            + " WHERE user_id = ? AND (number > ? OR time > ?) ORDER BY number LIMIT 1)";
    try (PreparedStatement delete = connection.prepareStatement(sql)) {
      delete.setLong(1, user);
      delete.setLong(2, user);
      delete.setLong(3, numbers(user).last() - most);
      delete.setLong(4, after);
      delete.executeUpdate();
    }
  }

  /** Returns which alerts of a user are stored. */
  Numbers numbers(long user) throws SQLException {
    // Apart: SQLite looks only one of both up in the index.
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT (SELECT MIN(number) FROM alerts WHERE user_id = ?),"
                + " (SELECT MAX(number) FROM alerts WHERE user_id = ?)")) {
      select.setLong(1, user);
      select.setLong(2, user);
      try (ResultSet rows = select.executeQuery()) {
        rows.next();
        return new Numbers(rows.getLong(1), rows.getLong(2));
      }
    }
  }

  /** Returns alerts of a user after a number, without those of deleted searches. */
  List<Numbered> after(long user, long number, int most) throws SQLException {
    List<Numbered> alerts = new ArrayList<>();
    String sql =
        "SELECT * FROM alerts WHERE user_id = ? AND number > ? AND (search_id IS NULL OR search_id"
            + " IN (SELECT id FROM saved_searches WHERE user_id = ?)) ORDER BY number LIMIT "
            + most;
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setLong(1, user);
      select.setLong(2, number);
      select.setLong(3, user);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          alerts.add(new Numbered(rows.getLong("number"), alert(rows)));
        }
      }
    }
    return alerts;
  }

  private static Alert alert(ResultSet row) throws SQLException {
    return new Alert(
        longOrNull(row, "search_id"),
        longOrNull(row, "offer_id"),
        longOrNull(row, "machine_id"),
        longOrNull(row, "num_gpus"),
        doubleOrNull(row.getString("price")),
        row.getLong("more"),
        row.getLong("version"),
        row.getLong("time"),
        longOrNull(row, "quiet_until"));
  }

  private static @Nullable Long longOrNull(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }

  private static @Nullable Double doubleOrNull(@Nullable String text) {
    return text == null ? null : Double.valueOf(text);
  }
}
