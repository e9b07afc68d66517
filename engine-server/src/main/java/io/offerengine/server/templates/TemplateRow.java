package io.offerengine.server.templates;

import io.offerengine.json.StoredTemplate;
import org.jspecify.annotations.Nullable;

/**
 * A template as the database keeps it.
 *
 * <p><b>Threads.</b> Immutable, as long as nobody writes to the password.
 */
final class TemplateRow {
  private final StoredTemplate template;
  private final long user;
  private final boolean isPrivate;
  private final byte @Nullable [] password;

  TemplateRow(StoredTemplate template, long user, boolean isPrivate, byte @Nullable [] password) {
    this.template = template;
    this.user = user;
    this.isPrivate = isPrivate;
    this.password = password;
  }

  /** Returns its number, hash and content; the number is 0 until the database gives one. */
  StoredTemplate template() {
    return template;
  }

  /** Returns the number of the user whose it is. */
  long user() {
    return user;
  }

  /** Returns whether nobody else may see it. */
  boolean isPrivate() {
    return isPrivate;
  }

  /** Returns the registry's password, encrypted; null for none. It is not a copy. */
  byte @Nullable [] password() {
    return password;
  }

  @Override
  public String toString() {
    return "template " + template.id() + " of user " + user;
  }
}
