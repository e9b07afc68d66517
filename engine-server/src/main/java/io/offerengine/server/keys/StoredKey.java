package io.offerengine.server.keys;

/**
 * A row of the table of keys.
 *
 * @param key the key without its secret
 * @param hash the hash of the secret, not copied
 */
record StoredKey(IssuedKey key, @SuppressWarnings("ArrayRecordComponent") byte[] hash) {
  /** Returns the owner of the key. */
  Caller caller() {
    KeyTerms terms = key.terms();
    return new Caller(terms.user(), terms.administrator(), terms.scopes(), key.id());
  }
}
