package io.offerengine.server.templates;

import io.offerengine.json.template.StoredTemplate;
import io.offerengine.log.Sql;
import io.offerengine.server.store.CheckedTable;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The SQL of the table {@code templates}, for use within one transaction. */
final class TemplateTable {
  private static final CheckedTable TEMPLATES = CheckedTable.TEMPLATES;

  /** The most rows of a page. */
  private static final int PAGE_ROWS = 256;

  /** The characters of content after which a page ends. */
  private static final int PAGE_CHARACTERS = 1 << 20;

  private static final int FETCHED_AT_ONCE = 8;

  private final Connection connection;
  private final Sql sql;

  TemplateTable(Connection connection) {
    this.connection = connection;
    this.sql = new Sql(connection);
  }

  /** Inserts a row and returns its number; empty if the user has a template with this hash. */
  Optional<Long> insert(TemplateRow row) throws SQLException {
    return TEMPLATES.insertIfAbsent(
        connection,
        "user_id, hash_id",
        "user_id hash_id private content password created",
        row.user(),
        row.template().hash(),
        row.isPrivate(),
        row.template().content(),
        row.password(),
        row.created().orElseThrow());
  }

  /** Updates a row if its hash has not changed. Returns whether it was updated. */
  boolean update(TemplateRow row, String oldHash) throws SQLException {
    return TEMPLATES.update(
            connection,
            "SET hash_id = ?, private = ?, content = ?, password = ? WHERE id = ? AND hash_id = ?",
            row.template().hash(),
            row.isPrivate(),
            row.template().content(),
            row.password(),
            row.template().id(),
            oldHash)
        > 0;
  }

  /** Replaces an encrypted password, unless somebody else has changed it meanwhile. */
  boolean replacePassword(long id, byte @Nullable [] old, byte[] encrypted) throws SQLException {
    String change = "SET password = ? WHERE id = ? AND password = ?";
    return TEMPLATES.update(connection, change, encrypted, id, old) > 0;
  }

  /** Returns how many templates a user has, and how many bytes their contents take. */
  TemplateLimits use(long user) throws SQLException {
    return sql.only(
        "SELECT count(*), coalesce(sum(octet_length(content)), 0) FROM templates"
            + " WHERE user_id = ?",
        row -> new TemplateLimits(row.getInt(1), row.getLong(2)),
        user);
  }

  /** Deletes a template; returns whether it was there. */
  boolean delete(long id) throws SQLException {
    return sql.update("DELETE FROM templates WHERE id = ?", id) > 0;
  }

  /** Returns a user's template with a hash. */
  Optional<TemplateRow> find(long user, String hash) throws SQLException {
    return sql.first(
        TEMPLATES.select() + "WHERE user_id = ? AND hash_id = ?", TemplateTable::row, user, hash);
  }

  /** Returns the template with a hash, of any user: the hash is over the user, too. */
  Optional<TemplateRow> find(String hash) throws SQLException {
    return sql.first(TEMPLATES.select() + "WHERE hash_id = ?", TemplateTable::row, hash);
  }

  /** Returns the templates with passwords. */
  List<TemplateRow> withPasswords() throws SQLException {
    return sql.list(TEMPLATES.select() + "WHERE password IS NOT NULL", TemplateTable::row);
  }

  /** Returns the template with a number, of any user. */
  Optional<TemplateRow> find(long id) throws SQLException {
    return sql.first(TEMPLATES.select() + "WHERE id = ?", TemplateTable::row, id);
  }

  /**
   * Returns the next page of templates by ascending number. A page has at least one template if
   * there is one, and at most about a MiB of content.
   *
   * @param owner the owner of private templates; null for none of them
   * @param isWithPublic whether the public templates of all users are included
   * @param after the number after which the page begins
   */
  List<TemplateRow> page(@Nullable Long owner, boolean isWithPublic, long after)
      throws SQLException {
    List<String> conditions = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    if (isWithPublic) {
      conditions.add("private = ?");
      values.add(false);
    }
    if (owner != null) {
      conditions.add("user_id = ?");
      values.add(owner);
    }
    values.add(after);
    values.add(PAGE_ROWS);
    String wanted = String.join(" OR ", conditions);
    List<TemplateRow> page = new ArrayList<>();
    int[] room = {PAGE_CHARACTERS};
    sql.each(
        TEMPLATES.select() + "WHERE (" + wanted + ") AND id > ? ORDER BY id LIMIT ?",
        FETCHED_AT_ONCE,
        each -> {
          TemplateRow row = row(each);
          page.add(row);
          room[0] -= row.template().content().length();
          return room[0] > 0;
        },
        values.toArray());
    return page;
  }

  /** Returns the current row of a result, which has all columns. */
  private static TemplateRow row(ResultSet rows) throws SQLException {
    TEMPLATES.check(rows);
    StoredTemplate template =
        new StoredTemplate(
            rows.getLong("id"), rows.getString("hash_id"), rows.getString("content"));
    long created = rows.getLong("created");
    OptionalLong known = rows.wasNull() ? OptionalLong.empty() : OptionalLong.of(created);
    return new TemplateRow(
        template,
        rows.getLong("user_id"),
        rows.getBoolean("private"),
        rows.getBytes("password"),
        known);
  }
}
