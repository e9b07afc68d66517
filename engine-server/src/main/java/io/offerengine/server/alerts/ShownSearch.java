package io.offerengine.server.alerts;

import io.offerengine.json.JsonBody;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A saved search as its owner sees it.
 *
 * @param id the number of the saved search
 * @param name what the owner calls it; empty for nothing
 * @param coolDown how long an alert suppresses alerts of the same machine, in seconds
 * @param created when it was saved, in seconds since 1970
 * @param search the search as a JSON object
 */
public record ShownSearch(long id, String name, long coolDown, long created, String search) {
  /** Returns the saved search as an object that {@link JsonBody#write} writes. */
  public Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", id);
    members.put(SavedSearchRequest.NAME, name);
    members.put(SavedSearchRequest.COOL_DOWN, coolDown);
    members.put("created_at", created);
    members.put(SavedSearchRequest.SEARCH, JsonBody.written(search));
    return members;
  }
}
