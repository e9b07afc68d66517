package io.offerengine.server.keys;

import static java.util.stream.Collectors.joining;

import io.offerengine.server.store.CheckedTable;
import io.offerengine.server.store.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The SQL of the table {@code api_keys}. Times are whole seconds since 1970. */
final class KeyTable {
  private static final String SELECT =
      "SELECT " + CheckedTable.API_KEYS.columns() + " FROM api_keys ";

  private KeyTable() {}

  /** Adds a key and returns its number. */
  static long insert(
      Connection connection, KeyTerms terms, KeyLabel label, byte[] hash, Instant now)
      throws SQLException {
    Instant expires = terms.expires();
    List<String> permissions = label.permissions();
    long id =
        new Sql(connection)
            .number(
                "INSERT INTO api_keys"
                    + " (user_id, hash, administrator, scopes, created, expires, name, permissions)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
                terms.user(),
                hash,
                terms.administrator(),
                names(terms.scopes()),
                now.getEpochSecond(),
                expires == null ? null : expires.getEpochSecond(),
                label.name().isEmpty() ? null : label.name(),
                permissions == null ? null : String.join(",", permissions));
    CheckedTable.API_KEYS.seal(connection, id);
    return id;
  }

  /** Returns a key; empty if none has this number. */
  static Optional<StoredKey> find(Connection connection, long id) throws SQLException {
    return new Sql(connection)
        .first(SELECT + "WHERE id = ?", row -> new StoredKey(key(row), row.getBytes("hash")), id);
  }

  /** Returns whether there is no key, revoked and expired ones included. */
  static boolean isEmpty(Connection connection) throws SQLException {
    return new Sql(connection).first("SELECT 1 FROM api_keys LIMIT 1", row -> true).isEmpty();
  }

  /** Returns all keys by number. */
  static List<IssuedKey> list(Connection connection) throws SQLException {
    return new Sql(connection).list(SELECT + "ORDER BY id", KeyTable::key);
  }

  /** Returns the keys of a user that are not revoked, by number. */
  static List<IssuedKey> list(Connection connection, long user) throws SQLException {
    return new Sql(connection)
        .list(SELECT + "WHERE user_id = ? AND revoked IS NULL ORDER BY id", KeyTable::key, user);
  }

  /** Returns how many keys of a user are not revoked. */
  static int count(Connection connection, long user) throws SQLException {
    String sql = "SELECT count(*) FROM api_keys WHERE user_id = ? AND revoked IS NULL";
    return (int) new Sql(connection).number(sql, user);
  }

  /** Revokes a key. Returns true if the key exists and was not revoked before. */
  static boolean revoke(Connection connection, long id, Instant now) throws SQLException {
    String sql = "UPDATE api_keys SET revoked = ? WHERE id = ? AND revoked IS NULL";
    boolean isRevoked = new Sql(connection).update(sql, now.getEpochSecond(), id) == 1;
    if (isRevoked) {
      CheckedTable.API_KEYS.seal(connection, id);
    }
    return isRevoked;
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
    Long seconds = Sql.longOrNull(row, column);
    return seconds == null ? null : Instant.ofEpochSecond(seconds);
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
