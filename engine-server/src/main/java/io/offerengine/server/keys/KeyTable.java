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
  static long insert(Connection connection, KeyTerms terms, byte[] hash, Instant now)
      throws SQLException {
    String sql =
        "INSERT INTO api_keys (user_id, hash, administrator, scopes, created, expires)"
            + " VALUES (?, ?, ?, ?, ?, ?) RETURNING id";
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

  /** Returns all keys by number. */
  static List<IssuedKey> list(Connection connection) throws SQLException {
    List<IssuedKey> keys = new ArrayList<>();
    String sql = "SELECT " + COLUMNS + " FROM api_keys ORDER BY id";
    try (PreparedStatement select = connection.prepareStatement(sql);
        ResultSet rows = select.executeQuery()) {
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
    return new IssuedKey(row.getLong("id"), terms, created, instant(row, "revoked"));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    long seconds = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochSecond(seconds);
  }

  private static String names(Set<Scope> scopes) {
    return EnumSet.copyOf(scopes).stream().map(Scope::wireName).collect(joining(","));
  }

  private static Set<Scope> scopes(String names) {
    List<String> given = List.of(names.split(","));
    Set<Scope> scopes = EnumSet.allOf(Scope.class);
    scopes.removeIf(scope -> !given.contains(scope.wireName()));
    return scopes;
  }
}
