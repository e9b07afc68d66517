package io.offerengine.json.saved;

import io.offerengine.json.SearchRequest;
import org.jspecify.annotations.Nullable;

/**
 * A checked request to save a search, or the conditions of a template.
 *
 * @param name what the owner calls it; empty for nothing
 * @param coolDown how long an alert suppresses alerts of the same machine, in seconds
 * @param search the search; null if the request names a template
 * @param text the search as a JSON object; empty if the request names a template
 * @param template the hash of the template; null if the request has a search
 */
public record SavedSearchRequest(
    String name,
    long coolDown,
    @Nullable SearchRequest search,
    String text,
    @Nullable String template) {}
