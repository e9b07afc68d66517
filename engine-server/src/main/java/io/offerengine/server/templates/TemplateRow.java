package io.offerengine.server.templates;

import io.offerengine.json.template.StoredTemplate;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table of templates.
 *
 * <p><b>Threads.</b> Immutable, if nobody writes to the password.
 */
final class TemplateRow {
  private final StoredTemplate template;
  private final long user;
  private final boolean isPrivate;
  private final byte @Nullable [] password;
  private final OptionalLong created;

  /**
   * Creates a row.
   *
   * @param created when the template was made, in seconds since 1970; an update does not change the
   *     stored time
   */
  TemplateRow(
      StoredTemplate template,
      long user,
      boolean isPrivate,
      byte @Nullable [] password,
      OptionalLong created) {
    this.template = template;
    this.user = user;
    this.isPrivate = isPrivate;
    this.password = password;
    this.created = created;
  }

  /** Returns the template; its number is 0 before the row is inserted. */
  StoredTemplate template() {
    return template;
  }

  /** Returns the number of the owner. */
  long user() {
    return user;
  }

  /** Returns whether only the owner may see the template. */
  boolean isPrivate() {
    return isPrivate;
  }

  /** Returns the encrypted registry password, not copied; null for none. */
  byte @Nullable [] password() {
    return password;
  }

  /** Returns when the template was made, in seconds since 1970; empty if that is unknown. */
  OptionalLong created() {
    return created;
  }

  @Override
  public String toString() {
    return "template " + template.id() + " of user " + user;
  }
}
