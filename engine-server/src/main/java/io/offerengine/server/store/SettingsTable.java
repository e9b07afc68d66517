package io.offerengine.server.store;

import io.offerengine.log.Sql;
import java.sql.SQLException;
import java.util.Optional;

/** The SQL of the table {@code settings}: facts about the database as a whole, by name. */
public final class SettingsTable {
  private SettingsTable() {}

  /** Returns a value; empty if the table has none of this name. */
  public static Optional<byte[]> find(Sql sql, String name) throws SQLException {
    return sql.first("SELECT value FROM settings WHERE name = ?", row -> row.getBytes(1), name);
  }

  /** Stores a value unless the table has one of this name. */
  public static void putIfAbsent(Sql sql, String name, byte[] value) throws SQLException {
    sql.update(
        "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", name, value);
  }

  /** Stores a value in place of any other of this name. */
  public static void put(Sql sql, String name, byte[] value) throws SQLException {
    sql.update(
        "INSERT INTO settings (name, value) VALUES (?, ?)"
            + " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        name,
        value);
  }
}
