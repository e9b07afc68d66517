package io.offerengine.server.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** The SQL of the table {@code settings}: facts about the database as a whole, by name. */
public final class SettingsTable {
  private SettingsTable() {}

  /** Returns a value; empty if the table has none of this name. */
  public static Optional<byte[]> find(Connection connection, String name) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT value FROM settings WHERE name = ?")) {
      select.setString(1, name);
      try (ResultSet rows = select.executeQuery()) {
        return rows.next() ? Optional.of(rows.getBytes(1)) : Optional.empty();
      }
    }
  }

  /** Stores a value unless the table has one of this name. */
  public static void putIfAbsent(Connection connection, String name, byte[] value)
      throws SQLException {
    execute(
        connection,
        "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
        name,
        value);
  }

  /** Stores a value in place of any other of this name. */
  public static void put(Connection connection, String name, byte[] value) throws SQLException {
    execute(
        connection,
        "INSERT INTO settings (name, value) VALUES (?, ?)"
            + " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        name,
        value);
  }

  private static void execute(Connection connection, String sql, String name, byte[] value)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, name);
      statement.setBytes(2, value);
      statement.executeUpdate();
    }
  }
}
