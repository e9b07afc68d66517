package io.offerengine.internal.segment;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the memory of all {@link RowCache} of an engine.
 *
 * <p>If the budget is spent, the CLOCK algorithm (second chance) makes room. A hand goes round all
 * rows of all caches, and drops the bytes that nobody read since its last visit. New bytes count as
 * unread. So a reader of all offers does not push out the bytes that searches return again and
 * again.
 *
 * <p>A cache belongs to its segment. If the garbage collector takes a segment, the budget gets its
 * bytes back the next time it needs room. Nobody reads the bytes of a segment that was merged away,
 * so these bytes are dropped first.
 *
 * <p><b>Cost.</b> {@link #keep} visits {@link #MOST_LOOKS} rows at most. If that frees too little
 * memory, it caches nothing.
 *
 * <p><b>Threads.</b> Safe for all. Writers take one lock; readers of cached bytes never take it.
 */
public final class RowCacheBudget {
  /** The most rows that one call visits: far less work than making the bytes of one row. */
  private static final int MOST_LOOKS = 512;

  private final long maxBytes;
  private final List<Account> accounts = new ArrayList<>();
  private long usedBytes;

  /** The position of the hand: an account, and a row of its cache. */
  private int handAccount;

  private int handRow;

  /** The memory of one cache. The account outlives the cache. */
  private record Account(WeakReference<RowCache> table, AtomicLong bytes) {}

  /** Creates a budget in bytes; with 0 nothing is cached. */
  public RowCacheBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * Caches the bytes of a row if there is room.
   *
   * @return the bytes to use: those of another thread if it was first
   */
  public synchronized byte[] keep(Segment segment, Object maker, int row, byte[] made) {
    RowCache table = segment.attached(maker);
    if (table == null) {
      long empty = RowCache.emptyBytes(segment.capacity());
      if (!makeRoom(empty)) {
        return made;
      }
      table = segment.attach(maker);
      accounts.add(new Account(new WeakReference<>(table), table.bytes()));
      usedBytes += empty;
    }
    byte[] earlier = table.look(row);
    if (earlier != null) {
      return earlier;
    }
    if (makeRoom(RowCache.footprint(made))) {
      table.put(row, made);
      usedBytes += RowCache.footprint(made);
    }
    return made;
  }

  /** Returns the bytes that may be used. */
  public long maxBytes() {
    return maxBytes;
  }

  /** Returns the memory of all caches that were not collected, in bytes. */
  synchronized long usedBytes() {
    forgetCollected();
    return usedBytes;
  }

  private boolean makeRoom(long bytes) {
    if (usedBytes + bytes <= maxBytes) {
      return true;
    }
    if (bytes > maxBytes) {
      return false;
    }
    forgetCollected();
    for (int i = 0; i < MOST_LOOKS && usedBytes + bytes > maxBytes && !accounts.isEmpty(); i++) {
      moveHand();
    }
    return usedBytes + bytes <= maxBytes;
  }

  private void moveHand() {
    handAccount = handAccount < accounts.size() ? handAccount : 0;
    RowCache table = accounts.get(handAccount).table().get();
    if (table == null || handRow >= table.size()) {
      handAccount++;
      handRow = 0;
      return;
    }
    usedBytes -= table.dropIdle(handRow++);
  }

  private void forgetCollected() {
    for (int i = accounts.size() - 1; i >= 0; i--) {
      if (accounts.get(i).table().refersTo(null)) {
        usedBytes -= accounts.remove(i).bytes().get();
        handAccount -= i < handAccount ? 1 : 0;
        handRow = i == handAccount ? 0 : handRow;
      }
    }
  }
}
