package io.offerengine.server.templates;

import io.offerengine.json.template.StoredTemplate;
import io.offerengine.server.store.CheckedTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The SQL of the table {@code templates}, for use within one transaction. */
final class TemplateTable {
  private static final String SELECT =
      "SELECT " + CheckedTable.TEMPLATES.columns() + " FROM templates ";

  /** The most rows of a page. */
  private static final int PAGE_ROWS = 256;

  /** The characters of content after which a page ends. */
  private static final int PAGE_CHARACTERS = 1 << 20;

  private static final int FETCHED_AT_ONCE = 8;

  private final Connection connection;

  TemplateTable(Connection connection) {
    this.connection = connection;
  }

  /** Inserts a row and returns its number; empty if the user has a template with this hash. */
  OptionalLong insert(TemplateRow row) throws SQLException {
    String sql =
        "INSERT INTO templates (user_id, hash_id, private, content, password, created)"
            + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id";
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setLong(1, row.user());
      bind(insert, 2, row);
      insert.setLong(6, row.created().orElseThrow());
      try (ResultSet rows = insert.executeQuery()) {
        if (!rows.next()) {
          return OptionalLong.empty();
        }
        long id = rows.getLong(1);
        CheckedTable.TEMPLATES.seal(connection, id);
        return OptionalLong.of(id);
      }
    }
  }

  /** Updates a row if its hash has not changed. Returns whether it was updated. */
  boolean update(TemplateRow row, String oldHash) throws SQLException {
    String sql =
        "UPDATE templates SET hash_id = ?, private = ?, content = ?, password = ?"
            + " WHERE id = ? AND hash_id = ?";
    try (PreparedStatement update = connection.prepareStatement(sql)) {
      bind(update, 1, row);
      update.setLong(5, row.template().id());
      update.setString(6, oldHash);
      boolean isUpdated = update.executeUpdate() > 0;
      if (isUpdated) {
        CheckedTable.TEMPLATES.seal(connection, row.template().id());
      }
      return isUpdated;
    }
  }

  /** Returns how many templates a user has, and how many bytes their contents take. */
  TemplateLimits use(long user) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT count(*), coalesce(sum(octet_length(content)), 0) FROM templates"
                + " WHERE user_id = ?")) {
      select.setLong(1, user);
      try (ResultSet rows = select.executeQuery()) {
        rows.next();
        return new TemplateLimits(rows.getInt(1), rows.getLong(2));
      }
    }
  }

  /** Deletes a template; returns whether it was there. */
  boolean delete(long id) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM templates WHERE id = ?")) {
      delete.setLong(1, id);
      return delete.executeUpdate() > 0;
    }
  }

  private static void bind(PreparedStatement statement, int first, TemplateRow row)
      throws SQLException {
    statement.setString(first, row.template().hash());
    statement.setBoolean(first + 1, row.isPrivate());
    statement.setString(first + 2, row.template().content());
    statement.setBytes(first + 3, row.password());
  }

  /** Returns a user's template with a hash. */
  Optional<TemplateRow> find(long user, String hash) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(SELECT + "WHERE user_id = ? AND hash_id = ?")) {
      select.setLong(1, user);
      select.setString(2, hash);
      return first(select);
    }
  }

  /** Returns the template with a hash, of any user: the hash is over the user, too. */
  Optional<TemplateRow> find(String hash) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(SELECT + "WHERE hash_id = ?")) {
      select.setString(1, hash);
      return first(select);
    }
  }

  /** Returns the template with a number, of any user. */
  Optional<TemplateRow> find(long id) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(SELECT + "WHERE id = ?")) {
      select.setLong(1, id);
      return first(select);
    }
  }

  private static Optional<TemplateRow> first(PreparedStatement select) throws SQLException {
    try (ResultSet rows = select.executeQuery()) {
      return rows.next() ? Optional.of(row(rows)) : Optional.empty();
    }
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
    if (isWithPublic) {
      conditions.add("private = ?");
    }
    if (owner != null) {
      conditions.add("user_id = ?");
    }
    String sql =
        SELECT
            + "WHERE ("
            + String.join(" OR ", conditions)
            + ") AND id > ? ORDER BY id LIMIT "
            + PAGE_ROWS;
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      int parameter = 1;
      if (isWithPublic) {
        select.setBoolean(parameter++, false);
      }
      if (owner != null) {
        select.setLong(parameter++, owner);
      }
      select.setLong(parameter, after);
      select.setFetchSize(FETCHED_AT_ONCE);
      try (ResultSet rows = select.executeQuery()) {
        List<TemplateRow> page = new ArrayList<>();
        for (int held = 0; held < PAGE_CHARACTERS && rows.next(); ) {
          TemplateRow row = row(rows);
          page.add(row);
          held += row.template().content().length();
        }
        return page;
      }
    }
  }

  /** Returns the current row of a result, which has all columns. */
  static TemplateRow row(ResultSet rows) throws SQLException {
    CheckedTable.TEMPLATES.check(rows);
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
