package io.offerengine.server.templates;

import io.offerengine.json.template.StoredTemplate;
import io.offerengine.log.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
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
  /** Returns the current row of a result, which has all columns. */
  static TemplateRow of(ResultSet rows) throws SQLException {
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
