package io.offerengine.server.keys;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A cache of rows of the table of keys, each valid for a short time.
 *
 * <p><b>Layout.</b> One slot for each remainder of a key's number. Keys with the same remainder
 * replace each other, so the memory is bounded and nothing is cleaned up. Key numbers are
 * consecutive, so {@value #SLOTS} keys in use at once rarely share a slot.
 *
 * <p><b>Invariant.</b> {@link #forgetAll} makes every row invalid that was read before it returned:
 * a row is stored with the cache version of the time before it was read.
 *
 * <p><b>Threads.</b> Safe for all, without locks.
 */
final class KeyCache {
  private static final int SLOTS = 1_024;

  private final long lifeNanos;
  private final AtomicReferenceArray<@Nullable CachedRow> slots = new AtomicReferenceArray<>(SLOTS);
  private final AtomicLong version = new AtomicLong();

  /**
   * A cached row.
   *
   * @param since when its reading began, in nanoseconds
   * @param version the cache version before the reading
   */
  private record CachedRow(StoredKey row, long since, long version) {}

  /**
   * Creates an empty cache.
   *
   * @param lifeNanos how long a row stays valid after its reading began
   */
  KeyCache(long lifeNanos) {
    this.lifeNanos = lifeNanos;
  }

  /** Returns the row of a key's number; null if the cache has no valid one. */
  @Nullable StoredKey get(long id, long now) {
    return getEnded(id, now, lifeNanos);
  }

  /**
   * Returns the row of a key's number, also if its life has ended.
   *
   * @param longestNanos how long ago its reading may have begun
   */
  @Nullable StoredKey getEnded(long id, long now, long longestNanos) {
    CachedRow cached = slots.get(slot(id));
    boolean good =
        cached != null
            && cached.row().key().id() == id
            && cached.version() == version.get()
            && now - cached.since() < longestNanos;
    return good ? cached.row() : null;
  }

  /** Returns the current version. Ask for it before reading a row. */
  long version() {
    return version.get();
  }

  /**
   * Stores a row.
   *
   * @param since when its reading began, in nanoseconds
   * @param versionBefore the version before the reading
   */
  void put(StoredKey row, long since, long versionBefore) {
    slots.set(slot(row.key().id()), new CachedRow(row, since, versionBefore));
  }

  /** Makes every row invalid that was read until now. */
  void forgetAll() {
    version.incrementAndGet();
  }

  private static int slot(long id) {
    return (int) (id & (SLOTS - 1));
  }
}
