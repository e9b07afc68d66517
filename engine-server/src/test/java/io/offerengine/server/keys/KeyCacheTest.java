package io.offerengine.server.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Which cached rows of keys are valid. */
class KeyCacheTest {
  private static final long LIFE = 1_000;

  private final KeyCache cache = new KeyCache();

  private static StoredKey row(long id) {
    IssuedKey key = new IssuedKey(id, KeyTerms.of(7, false), Instant.EPOCH, null, KeyLabel.NONE);
    return new StoredKey(key, ApiKey.hash("secret " + id));
  }

  private StoredKey put(long id) {
    StoredKey row = row(id);
    cache.put(row, 0, cache.entry(id));
    return row;
  }

  @Test
  void get_ofManyKeysInUse_hasEach() {
    for (long id = 1; id <= KeyCache.SLOTS; id++) {
      put(id);
    }
    for (long id = 1; id <= KeyCache.SLOTS; id++) {
      StoredKey cached = cache.get(id, LIFE - 1, LIFE);
      assertThat(cached).isNotNull();
      assertThat(cached.key().id()).isEqualTo(id);
    }
    put(KeyCache.SLOTS + 5L);
    assertThat(cache.get(5, 0, LIFE)).isNull();
  }

  /** A row may have been read before its key was revoked, and stored afterwards. */
  @Test
  void put_ofARowThatWasReadBeforeItWasForgotten_isInvalid() {
    StoredKey other = put(2);
    KeyCache.Entry before = cache.entry(1);
    cache.forget(1);
    cache.put(row(1), 0, before);
    assertThat(cache.get(1, 0, LIFE)).isNull();
    StoredKey row = put(1);
    assertThat(cache.get(1, 0, LIFE)).isEqualTo(row);
    assertThat(cache.get(2, 0, LIFE)).isEqualTo(other);
  }
}
