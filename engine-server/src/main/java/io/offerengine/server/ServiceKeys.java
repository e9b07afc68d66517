package io.offerengine.server;

import io.offerengine.server.cli.CommandFailure;
import io.offerengine.server.cli.ExitCode;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.keys.KeyRegistry;
import io.offerengine.server.keys.KeyRing;
import io.offerengine.server.keys.KeyTerms;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys that a running service knows: that of the environment and those of the database. */
final class ServiceKeys {
  private static final String KEY_VARIABLE = "OFFER_ENGINE_API_KEY";
  private static final long FIRST_USER = 1;

  private final @Nullable KeyRing given;
  private final KeyRegistry registry;

  private ServiceKeys(@Nullable KeyRing given, KeyRegistry registry) {
    this.given = given;
    this.registry = registry;
  }

  /** Returns the keys of an environment and a store. */
  static ServiceKeys of(@Nullable KeyRing given, ServiceStore store) {
    return new ServiceKeys(given, new KeyRegistry(store.database()));
  }

  /**
   * Returns the key of the environment; null for none.
   *
   * @throws CommandFailure if no header could carry it
   */
  static @Nullable KeyRing given(Map<String, String> environment) {
    String key = environment.get(KEY_VARIABLE);
    try {
      return key == null ? null : ApiKey.ring(key, FIRST_USER);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          ExitCode.USAGE,
          KEY_VARIABLE + ": " + e.getMessage() + "; set such a key, or unset it to have one made");
    }
  }

  /** Returns who finds keys. */
  KeyRing ring() {
    return given == null ? registry : given.or(registry);
  }

  /**
   * Makes an administrator's key where there is none yet, so that there is a way in.
   *
   * @return the key; null where there is one
   */
  @Nullable String makeFirst() {
    boolean isLocked = given == null && registry.list().isEmpty();
    return isLocked ? registry.create(KeyTerms.of(FIRST_USER, true)) : null;
  }
}
