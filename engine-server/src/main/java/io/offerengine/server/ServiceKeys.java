package io.offerengine.server;

import io.offerengine.server.cli.CommandFailure;
import io.offerengine.server.cli.ExitCode;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.keys.KeyRegistry;
import io.offerengine.server.keys.KeyRing;
import io.offerengine.server.keys.KeyTerms;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys of a running service: the key in the environment and the keys in the database. */
final class ServiceKeys {
  private static final String KEY_VARIABLE = "OFFER_ENGINE_API_KEY";
  private static final long FIRST_USER = 1;

  private final @Nullable KeyRing given;
  private final KeyRegistry registry;

  private ServiceKeys(@Nullable KeyRing given, KeyRegistry registry) {
    this.given = given;
    this.registry = registry;
  }

  /**
   * Returns the keys of the environment and of a store.
   *
   * @param perUser how many keys a user may make
   */
  static ServiceKeys of(@Nullable KeyRing given, ServiceStore store, int perUser) {
    return new ServiceKeys(given, new KeyRegistry(store.database(), perUser));
  }

  /**
   * Returns the key in the environment; null for none.
   *
   * @throws CommandFailure if no header can carry the key
   */
  static @Nullable KeyRing given(Map<String, String> environment) {
    String key = environment.get(KEY_VARIABLE);
    try {
      return key == null ? null : ApiKey.ring(key, FIRST_USER);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          ExitCode.USAGE,
          KEY_VARIABLE + ": " + e.getMessage() + "; set a valid key, or unset the variable");
    }
  }

  /** Returns the keys in the database. */
  KeyRegistry registry() {
    return registry;
  }

  /** Returns the ring of all keys. */
  KeyRing ring() {
    return given == null ? registry : given.or(registry);
  }

  /**
   * Makes an administrator's key if there is no key at all, so that somebody can use the service.
   *
   * @return the key; null if there was one
   */
  @Nullable String makeFirst() {
    boolean isLocked = given == null && registry.list().isEmpty();
    return isLocked ? registry.createFirst(KeyTerms.of(FIRST_USER, true)) : null;
  }
}
