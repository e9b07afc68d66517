package io.offerengine.server.templates;

import io.offerengine.json.template.StoredTemplate;
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
  @Override
  public String toString() {
    return "template " + template.id() + " of user " + user;
  }
}
