package io.offerengine.server.keys;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A cache of rows of the table of keys, each valid for a short time.
 *
 * <p><b>Layout.</b> One slot for each remainder of a key's number. Keys with the same remainder
 * replace each other, so the memory is bounded and nothing is cleaned up. Key numbers are
 * consecutive, so {@value #SLOTS} keys in use at once rarely share a slot. A slot takes 8 bytes,
 * and a row some 300.
 *
 * <p><b>Invariant.</b> {@link #forget} makes a row invalid that was read before it returned: a row
 * is stored with the version of its slot at the time before it was read.
 *
 * <p><b>Threads.</b> Safe for all, without locks.
 */
final class KeyCache {
  /** The number of slots, a power of two. */
  static final int SLOTS = 1 << 16;

  private final long lifeNanos;
  private final AtomicReferenceArray<@Nullable CachedRow> slots = new AtomicReferenceArray<>(SLOTS);
  private final AtomicIntegerArray versions = new AtomicIntegerArray(SLOTS);

  /**
   * A cached row.
   *
   * @param since when its reading began, in nanoseconds
   * @param version the version of its slot before the reading
   */
  private record CachedRow(StoredKey row, long since, int version) {}

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
            && cached.version() == version(id)
            && now - cached.since() < longestNanos;
    return good ? cached.row() : null;
  }

  /** Returns the version of a key's slot. Ask for it before reading the row. */
  int version(long id) {
    return versions.get(slot(id));
  }

  /**
   * Stores a row.
   *
   * @param since when its reading began, in nanoseconds
   * @param versionBefore the version of its slot before the reading
   */
  void put(StoredKey row, long since, int versionBefore) {
    slots.set(slot(row.key().id()), new CachedRow(row, since, versionBefore));
  }

  /** Makes every row of a key invalid that was read until now. */
  void forget(long id) {
    versions.incrementAndGet(slot(id));
  }

  private static int slot(long id) {
    return (int) (id & (SLOTS - 1));
  }
}
