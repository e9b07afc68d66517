package io.offerengine.server.keys;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A key in the database, without its secret.
 *
 * @param id the number of the key, which is a part of its text
 * @param terms what the key opens, for whom and until when
 * @param created when the key was made
 * @param revoked when the key was revoked; null if it was not
 * @param label what the owner noted about the key
 */
public record IssuedKey(
    long id, KeyTerms terms, Instant created, @Nullable Instant revoked, KeyLabel label) {
  /** The state of a key. */
  public enum State {
    /** The key opens its scopes. */
    ACTIVE,
    /** The key has expired. */
    EXPIRED,
    /** The key was revoked, before or after it expired. */
    REVOKED
  }

  /** Returns the key's state at an instant. At the instant of its expiry the key has expired. */
  public State state(Instant now) {
    if (revoked != null) {
      return State.REVOKED;
    }
    Instant expires = terms.expires();
    return expires == null || now.isBefore(expires) ? State.ACTIVE : State.EXPIRED;
  }
}
