package io.offerengine.server.keys;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A key that was made, without its secret.
 *
 * @param id its number, which is a part of the key
 * @param terms what it was made for
 * @param created when it was made
 * @param revoked when it was revoked; null if it was not
 */
public record IssuedKey(long id, KeyTerms terms, Instant created, @Nullable Instant revoked) {
  /** Whether a key opens anything. */
  public enum State {
    /** It does. */
    ACTIVE,
    /** Its time is over. */
    EXPIRED,
    /** It was revoked, whether its time is over or not. */
    REVOKED
  }

  /** Returns whether it opens anything at an instant; it does not at that of its expiry. */
  public State state(Instant now) {
    if (revoked != null) {
      return State.REVOKED;
    }
    Instant expires = terms.expires();
    return expires == null || now.isBefore(expires) ? State.ACTIVE : State.EXPIRED;
  }
}
