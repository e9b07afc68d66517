package io.offerengine.server.keys;

import java.util.Set;

/**
 * The caller of a request, as its key tells.
 *
 * @param user the number of the key's owner
 * @param administrator whether the key also opens things of other users
 * @param scopes the scopes that the key opens
 * @param key the number of the key in the database; 0 for a key that is not in the database
 */
public record Caller(long user, boolean administrator, Set<Scope> scopes, long key) {
  /** Copies the scopes. */
  public Caller {
    scopes = Set.copyOf(scopes);
  }

  /** Returns an administrator whose key opens every scope. */
  public static Caller administrator(long user) {
    return new Caller(user, true, Set.of(Scope.values()), 0);
  }

  /** Returns a user whose key opens every scope but {@link Scope#ADMIN}. */
  public static Caller user(long user) {
    return new Caller(user, false, Set.of(Scope.values()), 0);
  }

  /** Returns whether the key opens a scope. */
  public boolean mayUse(Scope scope) {
    return scopes.contains(scope) && (scope != Scope.ADMIN || administrator);
  }

  /** Returns whether the key opens at least one of some scopes. */
  public boolean mayUseAny(Set<Scope> any) {
    return any.stream().anyMatch(this::mayUse);
  }

  /**
   * Returns whether the caller may see a user's things: their own, or, as an administrator,
   * anybody's.
   */
  public boolean mayActFor(long owner) {
    return administrator || owner == user;
  }
}
