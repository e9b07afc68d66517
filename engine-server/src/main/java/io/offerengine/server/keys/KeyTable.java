package io.offerengine.server.keys;

import static java.util.stream.Collectors.joining;

import io.offerengine.server.store.CheckedTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The SQL of the table {@code api_keys}. Times are whole seconds since 1970. */
final class KeyTable {
  private static final String COLUMNS = CheckedTable.API_KEYS.columns();

  private KeyTable() {}

  /** Adds a key and returns its number. */
  static long insert(
      Connection connection, KeyTerms terms, KeyLabel label, byte[] hash, Instant now)
      throws SQLException {
    String sql =
        "INSERT INTO api_keys"
            + " (user_id, hash, administrator, scopes, created, expires, name, permissions)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id";
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setLong(1, terms.user());
      insert.setBytes(2, hash);
      insert.setBoolean(3, terms.administrator());
      insert.setString(4, names(terms.scopes()));
      insert.setLong(5, now.getEpochSecond());
      Instant expires = terms.expires();
      if (expires == null) {
        insert.setNull(6, Types.BIGINT);
      } else {
        insert.setLong(6, expires.getEpochSecond());
      }
      List<String> permissions = label.permissions();
      insert.setString(7, label.name().isEmpty() ? null : label.name());
      insert.setString(8, permissions == null ? null : String.join(",", permissions));
      try (ResultSet rows = insert.executeQuery()) {
        rows.next();
        long id = rows.getLong(1);
        CheckedTable.API_KEYS.seal(connection, id);
        return id;
      }
    }
  }

  /** Returns a key; empty if none has this number. */
  static Optional<StoredKey> find(Connection connection, long id) throws SQLException {
    String sql = "SELECT " + COLUMNS + " FROM api_keys WHERE id = ?";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setLong(1, id);
      try (ResultSet rows = select.executeQuery()) {
        return rows.next()
            ? Optional.of(new StoredKey(key(rows), rows.getBytes("hash")))
            : Optional.empty();
      }
    }
  }

  /** Returns whether there is no key, revoked and expired ones included. */
  static boolean isEmpty(Connection connection) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement("SELECT 1 FROM api_keys LIMIT 1");
        ResultSet rows = select.executeQuery()) {
      return !rows.next();
    }
  }

  /** Returns all keys by number. */
  static List<IssuedKey> list(Connection connection) throws SQLException {
    String sql = "SELECT " + COLUMNS + " FROM api_keys ORDER BY id";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      return keys(select);
    }
  }

  /** Returns the keys of a user that are not revoked, by number. */
  static List<IssuedKey> list(Connection connection, long user) throws SQLException {
    String sql =
        "SELECT " + COLUMNS + " FROM api_keys WHERE user_id = ? AND revoked IS NULL ORDER BY id";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setLong(1, user);
      return keys(select);
    }
  }

  /** Returns how many keys of a user are not revoked. */
  static int count(Connection connection, long user) throws SQLException {
    String sql = "SELECT count(*) FROM api_keys WHERE user_id = ? AND revoked IS NULL";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setLong(1, user);
      try (ResultSet rows = select.executeQuery()) {
        rows.next();
        return rows.getInt(1);
      }
    }
  }

  private static List<IssuedKey> keys(PreparedStatement select) throws SQLException {
    List<IssuedKey> keys = new ArrayList<>();
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        keys.add(key(rows));
      }
    }
    return keys;
  }

  /** Revokes a key. Returns true if the key exists and was not revoked before. */
  static boolean revoke(Connection connection, long id, Instant now) throws SQLException {
    String sql = "UPDATE api_keys SET revoked = ? WHERE id = ? AND revoked IS NULL";
    try (PreparedStatement update = connection.prepareStatement(sql)) {
      update.setLong(1, now.getEpochSecond());
      update.setLong(2, id);
      boolean isRevoked = update.executeUpdate() == 1;
      if (isRevoked) {
        CheckedTable.API_KEYS.seal(connection, id);
      }
      return isRevoked;
    }
  }

  private static IssuedKey key(ResultSet row) throws SQLException {
    CheckedTable.API_KEYS.check(row);
    KeyTerms terms =
        new KeyTerms(
            row.getLong("user_id"),
            row.getBoolean("administrator"),
            scopes(row.getString("scopes")),
            instant(row, "expires"));
    Instant created = Instant.ofEpochSecond(row.getLong("created"));
    return new IssuedKey(row.getLong("id"), terms, created, instant(row, "revoked"), label(row));
  }

  private static KeyLabel label(ResultSet row) throws SQLException {
    String name = row.getString("name");
    String permissions = row.getString("permissions");
    return new KeyLabel(name == null ? "" : name, permissions == null ? null : parts(permissions));
  }

  private static List<String> parts(String names) {
    return names.isEmpty() ? List.of() : List.of(names.split(","));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    long seconds = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochSecond(seconds);
  }

  private static String names(Set<Scope> scopes) {
    return scopes.stream().sorted().map(Scope::wireName).collect(joining(","));
  }

  private static Set<Scope> scopes(String names) {
    List<String> given = parts(names);
    Set<Scope> scopes = EnumSet.allOf(Scope.class);
    scopes.removeIf(scope -> !given.contains(scope.wireName()));
    return scopes;
  }
}
