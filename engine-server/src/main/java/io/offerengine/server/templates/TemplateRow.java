package io.offerengine.server.templates;

import io.offerengine.json.template.StoredTemplate;
import io.offerengine.log.Sql;
import io.offerengine.server.store.CheckedTable;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table of templates.
 *
 * @param template the template; its number is 0 before the row is inserted
 * @param user the number of the owner
 * @param isPrivate whether only the owner may see the template
 * @param password the encrypted registry password, not copied; null for none
 * @param created when the template was made, in seconds since 1970; empty if that is unknown; an
 *     update does not change the stored time
 */
record TemplateRow(
    StoredTemplate template,
    long user,
    boolean isPrivate,
    @SuppressWarnings("ArrayRecordComponent") byte @Nullable [] password,
    OptionalLong created) {
  static final CheckedTable TABLE = CheckedTable.TEMPLATES;

  /** Returns the row that a condition of SQL selects; empty if it selects none. */
  static Optional<TemplateRow> first(
      Connection connection, String condition, @Nullable Object... values) throws SQLException {
    return new Sql(connection)
        .first(TABLE.select() + "WHERE " + condition, TemplateRow::of, values);
  }

  /** Returns all rows that a condition of SQL selects. */
  static List<TemplateRow> list(Connection connection, String condition) throws SQLException {
    return new Sql(connection).list(TABLE.select() + "WHERE " + condition, TemplateRow::of);
  }

  /**
   * Returns the current row of a result, which has all columns.
   *
   * @throws io.offerengine.server.store.StoreException if the row is damaged
   */
  static TemplateRow of(ResultSet rows) throws SQLException {
    TABLE.check(rows);
    Long created = Sql.longOrNull(rows, "created");
    return new TemplateRow(
        new StoredTemplate(
            rows.getLong("id"), rows.getString("hash_id"), rows.getString("content")),
        rows.getLong("user_id"),
        rows.getBoolean("private"),
        rows.getBytes("password"),
        created == null ? OptionalLong.empty() : OptionalLong.of(created));
  }

  /** Returns the password; empty if there is none, or if the secret does not decrypt it. */
  Optional<ServerSecret.Decrypted> decrypt(ServerSecret secret) {
    return password == null ? Optional.empty() : secret.decrypt(password, user, template.hash());
  }

  @Override
  public String toString() {
    return "template " + template.id() + " of user " + user;
  }
}
