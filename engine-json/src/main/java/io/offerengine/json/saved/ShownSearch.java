package io.offerengine.json.saved;

/**
 * A saved search as its owner sees it.
 *
 * @param id the number of the saved search
 * @param name what the owner calls it; empty for nothing
 * @param coolDown how long an alert suppresses alerts of the same machine, in seconds
 * @param created when it was saved, in seconds since 1970
 * @param search the search as a JSON object
 */
public record ShownSearch(long id, String name, long coolDown, long created, String search) {}
