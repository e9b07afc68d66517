package io.offerengine.server.keys;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The terms of a key: its owner, its scopes and its expiry.
 *
 * <p>The scopes are listed one by one, so that a new scope never widens an old key.
 *
 * @param user the number of the owner, at least 1
 * @param administrator whether the key also opens things of other users
 * @param scopes the scopes that the key opens; {@link Scope#ADMIN} only for an administrator
 * @param expires when the key expires; null for never
 */
public record KeyTerms(
    long user, boolean administrator, Set<Scope> scopes, @Nullable Instant expires) {
  /**
   * Copies the scopes.
   *
   * @throws IllegalArgumentException if the user's number or the scope admin is wrong
   */
  public KeyTerms {
    scopes = Set.copyOf(scopes);
    if (user < 1) {
      throw new IllegalArgumentException("a user's number is at least 1, but got " + user);
    }
    if (scopes.contains(Scope.ADMIN) && !administrator) {
      throw new IllegalArgumentException(
          "the scope admin opens nothing unless the key is an administrator's");
    }
  }

  /** Returns the terms of a key that opens all scopes of its owner and never expires. */
  public static KeyTerms of(long user, boolean administrator) {
    return new KeyTerms(user, administrator, Scope.ofKey(administrator), null);
  }

  /**
   * Returns the same terms with other scopes.
   *
   * @throws IllegalArgumentException if there are none, or the scope admin is wrong
   */
  public KeyTerms limitedTo(Set<Scope> others) {
    if (others.isEmpty()) {
      throw new IllegalArgumentException("a key needs a scope; there are " + Scope.wireNames());
    }
    return new KeyTerms(user, administrator, others, expires);
  }

  /** Returns the same terms with an expiry. */
  public KeyTerms until(Instant instant) {
    return new KeyTerms(user, administrator, scopes, instant);
  }
}
