package io.offerengine.server.keys;

import org.jspecify.annotations.Nullable;

/**
 * A source of keys: finds the owner of a key.
 *
 * <p><b>Threads.</b> Safe for all.
 */
@FunctionalInterface
public interface KeyRing {
  /** Returns the owner of a key; null if the key is unknown, expired or revoked. */
  @Nullable Caller find(String key);

  /** Returns a ring that asks this ring first, then another. */
  default KeyRing or(KeyRing other) {
    return key -> {
      Caller caller = find(key);
      return caller == null ? other.find(key) : caller;
    };
  }
}
