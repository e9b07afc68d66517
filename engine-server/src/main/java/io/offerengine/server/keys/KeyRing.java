package io.offerengine.server.keys;

import org.jspecify.annotations.Nullable;

/**
 * Knows keys.
 *
 * <p><b>Threads.</b> Safe for all.
 */
@FunctionalInterface
public interface KeyRing {
  /** Returns whom a key belongs to; null for one that is unknown, has expired or was revoked. */
  @Nullable Caller find(String key);

  /** Returns a ring that looks here first, then in another. */
  default KeyRing or(KeyRing other) {
    return key -> {
      Caller caller = find(key);
      return caller == null ? other.find(key) : caller;
    };
  }
}
