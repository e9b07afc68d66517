package io.offerengine.server.keys;

import java.util.Set;

/**
 * Whom a request comes from.
 *
 * @param user the number of the user whose key it brought
 * @param administrator whether the key reaches beyond its user's own things
 * @param scopes what the key opens
 */
public record Caller(long user, boolean administrator, Set<Scope> scopes) {
  /** Copies the scopes. */
  public Caller {
    scopes = Set.copyOf(scopes);
  }

  /** Returns a caller whose key opens everything. */
  public static Caller administrator(long user) {
    return new Caller(user, true, Set.of(Scope.values()));
  }

  /** Returns a user whose key opens everything but the operator's routes. */
  public static Caller user(long user) {
    return new Caller(user, false, Set.of(Scope.values()));
  }

  /** Returns whether the key opens a scope. */
  public boolean mayUse(Scope scope) {
    return scopes.contains(scope) && (scope != Scope.ADMIN || administrator);
  }

  /** Returns whether things of a user may be seen: one's own, or anybody's to administrators. */
  public boolean mayActFor(long owner) {
    return administrator || owner == user;
  }
}
