package io.offerengine.server.keys;

import static java.util.stream.Collectors.joining;

import io.offerengine.log.Sql;
import io.offerengine.server.store.CheckedTable;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The SQL of the table {@code api_keys}, for use within one transaction. Times are whole seconds
 * since 1970.
 */
final class KeyTable {
  private static final CheckedTable KEYS = CheckedTable.API_KEYS;

  private final Connection connection;
  private final Sql sql;

  KeyTable(Connection connection) {
    this.connection = connection;
    this.sql = new Sql(connection);
  }

  /** Adds a key and returns its number. */
  long insert(KeyTerms terms, KeyLabel label, byte[] hash, Instant now) throws SQLException {
    Instant expires = terms.expires();
    List<String> permissions = label.permissions();
    return KEYS.insert(
        connection,
        "user_id hash administrator scopes created expires name permissions",
        terms.user(),
        hash,
        terms.administrator(),
        terms.scopes().stream().sorted().map(Scope::wireName).collect(joining(",")),
        now.getEpochSecond(),
        expires == null ? null : expires.getEpochSecond(),
        label.name().isEmpty() ? null : label.name(),
        permissions == null ? null : String.join(",", permissions));
  }

  /** Returns a key; empty if none has this number. */
  Optional<StoredKey> find(long id) throws SQLException {
    return sql.first(
        KEYS.select() + "WHERE id = ?", row -> new StoredKey(key(row), row.getBytes("hash")), id);
  }

  /** Returns whether there is no key, revoked and expired ones included. */
  boolean isEmpty() throws SQLException {
    return sql.first("SELECT 1 FROM api_keys LIMIT 1", row -> true).isEmpty();
  }

  /** Returns all keys by number. */
  List<IssuedKey> list() throws SQLException {
    return sql.list(KEYS.select() + "ORDER BY id", KeyTable::key);
  }

  /** Returns the keys of a user that are not revoked, by number. */
  List<IssuedKey> list(long user) throws SQLException {
    return sql.list(
        KEYS.select() + "WHERE user_id = ? AND revoked IS NULL ORDER BY id", KeyTable::key, user);
  }

  /** Returns how many keys of a user are not revoked. */
  int count(long user) throws SQLException {
    return (int)
        sql.number("SELECT count(*) FROM api_keys WHERE user_id = ? AND revoked IS NULL", user);
  }

  /** Revokes a key. Returns true if the key exists and was not revoked before. */
  boolean revoke(long id, Instant now) throws SQLException {
    String change = "SET revoked = ? WHERE id = ? AND revoked IS NULL";
    return KEYS.update(connection, change, now.getEpochSecond(), id) == 1;
  }

  private static IssuedKey key(ResultSet row) throws SQLException {
    KEYS.check(row);
    List<String> names = parts(row.getString("scopes"));
    Set<Scope> scopes = EnumSet.allOf(Scope.class);
    scopes.removeIf(scope -> !names.contains(scope.wireName()));
    KeyTerms terms =
        new KeyTerms(
            row.getLong("user_id"),
            row.getBoolean("administrator"),
            scopes,
            instant(row, "expires"));
    Instant created = Instant.ofEpochSecond(row.getLong("created"));
    String name = row.getString("name");
    String permissions = row.getString("permissions");
    KeyLabel label =
        new KeyLabel(name == null ? "" : name, permissions == null ? null : parts(permissions));
    return new IssuedKey(row.getLong("id"), terms, created, instant(row, "revoked"), label);
  }

  private static List<String> parts(String names) {
    return names.isEmpty() ? List.of() : List.of(names.split(","));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    Long seconds = Sql.longOrNull(row, column);
    return seconds == null ? null : Instant.ofEpochSecond(seconds);
  }
}
