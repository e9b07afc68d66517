package io.offerengine.server.templates;

import io.offerengine.json.StoredTemplate;
import org.jspecify.annotations.Nullable;

/**
 * A template as the database keeps it.
 *
 * @param template its number, hash and content; the number is 0 until the database gives one
 * @param user the number of the user whose it is
 * @param isPrivate whether nobody else may see it
 * @param password the registry's password, encrypted; null for none
 */
record TemplateRow(
    StoredTemplate template, long user, boolean isPrivate, byte @Nullable [] password) {}
