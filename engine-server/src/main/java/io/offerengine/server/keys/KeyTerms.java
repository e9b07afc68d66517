package io.offerengine.server.keys;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a key is made for.
 *
 * <p>What it opens is spelled out, so that it never grows by itself.
 *
 * @param user the number of the user whose key it is, at least 1
 * @param administrator whether it reaches beyond its user's own things
 * @param scopes what it opens: at least one scope, and {@link Scope#ADMIN} for an administrator's
 *     key alone
 * @param expires when it stops to open anything; null for never
 */
public record KeyTerms(
    long user, boolean administrator, Set<Scope> scopes, @Nullable Instant expires) {
  /**
   * Copies the scopes.
   *
   * @throws IllegalArgumentException if a key on such terms is of no use
   */
  public KeyTerms {
    scopes = Set.copyOf(scopes);
    if (user < 1) {
      throw new IllegalArgumentException("a user's number is at least 1, but got " + user);
    }
    if (scopes.isEmpty()) {
      throw new IllegalArgumentException("a key needs a scope; there are " + Scope.wireNames());
    }
    if (scopes.contains(Scope.ADMIN) && !administrator) {
      throw new IllegalArgumentException(
          "the scope admin opens nothing unless the key is an administrator's");
    }
  }

  /** Returns the terms of a key that opens all it can, for ever. */
  public static KeyTerms of(long user, boolean administrator) {
    return new KeyTerms(user, administrator, Scope.ofKey(administrator), null);
  }

  /** Returns the same terms for other scopes. */
  public KeyTerms limitedTo(Set<Scope> others) {
    return new KeyTerms(user, administrator, others, expires);
  }

  /** Returns the same terms until an instant. */
  public KeyTerms until(Instant instant) {
    return new KeyTerms(user, administrator, scopes, instant);
  }
}
