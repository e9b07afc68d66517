package io.offerengine.server.keys;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Rows of keys that were read a short time ago.
 *
 * <p><b>Layout.</b> A slot for every remainder of a number: keys that share one drive each other
 * out, so the memory is bounded and nothing needs to be cleaned. Numbers follow one another, so
 * {@value #SLOTS} keys in use at once rarely meet.
 *
 * <p><b>Invariant.</b> A row that was read before {@link #forgetAll} returned is not given out
 * after it: a row is kept with the version that was current before it was read.
 *
 * <p><b>Threads.</b> Safe for all, without locks.
 */
final class KeyCache {
  private static final int SLOTS = 1_024;

  private final long lifeNanos;
  private final AtomicReferenceArray<@Nullable CachedRow> slots = new AtomicReferenceArray<>(SLOTS);
  private final AtomicLong version = new AtomicLong();

  /**
   * A row.
   *
   * @param since when its reading began, in nanoseconds
   * @param version the version before
   */
  private record CachedRow(StoredKey row, long since, long version) {}

  /**
   * Creates an empty cache.
   *
   * @param lifeNanos how long a row is given out after its reading began
   */
  KeyCache(long lifeNanos) {
    this.lifeNanos = lifeNanos;
  }

  /** Returns the row of a number; null if none is kept that is still good. */
  @Nullable StoredKey get(long id, long now) {
    CachedRow cached = slots.get(slot(id));
    boolean good =
        cached != null
            && cached.row().key().id() == id
            && cached.version() == version.get()
            && now - cached.since() < lifeNanos;
    return good ? cached.row() : null;
  }

  /** Returns the version to ask for before a row is read. */
  long version() {
    return version.get();
  }

  /**
   * Keeps a row.
   *
   * @param since when its reading began, in nanoseconds
   * @param versionBefore the version before that
   */
  void put(StoredKey row, long since, long versionBefore) {
    slots.set(slot(row.key().id()), new CachedRow(row, since, versionBefore));
  }

  /** Gives out no row any more that was read until now. */
  void forgetAll() {
    version.incrementAndGet();
  }

  private static int slot(long id) {
    return (int) (id & (SLOTS - 1));
  }
}
