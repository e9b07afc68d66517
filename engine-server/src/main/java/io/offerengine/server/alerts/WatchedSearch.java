package io.offerengine.server.alerts;

import io.offerengine.query.Query;

/**
 * A saved search of a user.
 *
 * @param user the number of the owner
 * @param since the last batch when the search was saved: later ones are compared
 * @param shown what the owner sees
 * @param query the search
 */
public record WatchedSearch(long user, long since, ShownSearch shown, Query query) {
  /** Returns the number of the search. */
  public long id() {
    return shown.id();
  }
}
