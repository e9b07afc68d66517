package io.offerengine.server.keys;

import java.security.MessageDigest;

/**
 * A row of the table of keys.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class StoredKey {
  private final IssuedKey key;
  private final byte[] hash;
  private final Caller caller;

  /** Creates a row. The hash is not copied. */
  StoredKey(IssuedKey key, byte[] hash) {
    this.key = key;
    this.hash = hash;
    KeyTerms terms = key.terms();
    this.caller = new Caller(terms.user(), terms.administrator(), terms.scopes(), key.id());
  }

  /** Returns the key without its secret. */
  IssuedKey key() {
    return key;
  }

  /** Returns the owner of the key. */
  Caller caller() {
    return caller;
  }

  /** Returns whether the secret has a hash, in a time that does not depend on the answer. */
  boolean hasHash(byte[] other) {
    return MessageDigest.isEqual(hash, other);
  }
}
