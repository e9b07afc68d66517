package io.offerengine.server.keys;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A cache of rows of the table of keys.
 *
 * <p><b>Layout.</b> One slot for each remainder of a key's number. Keys with the same remainder
 * replace each other, so the memory is bounded and nothing is cleaned up. Key numbers are
 * consecutive, so {@value #SLOTS} keys in use at once rarely share a slot. A slot takes 4 bytes,
 * and a row some 300.
 *
 * <p><b>Invariant.</b> {@link #forget} makes a row invalid that was read before it returned: a row
 * is stored only if its slot still has what it had before the row was read.
 *
 * <p><b>Threads.</b> Safe for all, without locks.
 */
final class KeyCache {
  /** The number of slots, a power of two. */
  static final int SLOTS = 1 << 16;

  private final AtomicReferenceArray<@Nullable Entry> slots = new AtomicReferenceArray<>(SLOTS);

  /**
   * What a slot has.
   *
   * @param row a row; null after {@link #forget}
   * @param since when the reading of the row began, in nanoseconds
   */
  record Entry(@Nullable StoredKey row, long since) {}

  /** Returns what the slot of a key has; ask for it before reading the row. */
  @Nullable Entry entry(long id) {
    return slots.get(slot(id));
  }

  /**
   * Returns the row of a key's number; null if the cache has none.
   *
   * @param nanos how long ago its reading may have begun
   */
  @Nullable StoredKey get(long id, long now, long nanos) {
    Entry entry = entry(id);
    if (entry == null || now - entry.since() >= nanos) {
      return null;
    }
    StoredKey row = entry.row();
    return row != null && row.key().id() == id ? row : null;
  }

  /**
   * Stores a row, unless its slot has changed meanwhile.
   *
   * @param since when its reading began, in nanoseconds
   * @param before what its slot had before the reading
   */
  void put(StoredKey row, long since, @Nullable Entry before) {
    slots.compareAndSet(slot(row.key().id()), before, new Entry(row, since));
  }

  /** Makes every row of a key invalid that was read until now. */
  void forget(long id) {
    // An entry of its own, so that the slot differs from what every reader has seen.
    slots.set(slot(id), new Entry(null, 0));
  }

  private static int slot(long id) {
    return (int) (id & (SLOTS - 1));
  }
}
