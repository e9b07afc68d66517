package io.offerengine.json.template;

import java.util.OptionalLong;

/**
 * A stored template with the facts that only a search for templates shows.
 *
 * @param template the template
 * @param creator the number of the owner
 * @param created when the template was made, in seconds since 1970; empty if that is unknown
 */
public record ListedTemplate(StoredTemplate template, long creator, OptionalLong created) {}
