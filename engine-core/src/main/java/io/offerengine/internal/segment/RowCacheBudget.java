package io.offerengine.internal.segment;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the memory of all {@link RowCache} of an engine.
 *
 * <p>Where the budget is spent, bytes that were not read lately make room (CLOCK, or second
 * chance): a hand goes round all rows of all tables, and drops what was not read since it came by
 * last. New bytes count as unread, so that a walk through all offers does not push out what
 * searches return again and again.
 *
 * <p>Tables belong to their segments: a segment that is collected gives its bytes back, which is
 * noticed when room is needed. Bytes of segments that were merged away, but not collected yet, are
 * not read any more and so are dropped first.
 *
 * <p><b>Cost.</b> {@link #keep} looks at {@link #MOST_LOOKS} rows at most, and keeps nothing where
 * that makes too little room.
 *
 * <p><b>Threads.</b> Safe for all; one lock, which readers of attached bytes never take.
 */
public final class RowCacheBudget {
  /** Far less work than making the bytes of one row. */
  private static final int MOST_LOOKS = 512;

  private final long maxBytes;
  private final List<Account> accounts = new ArrayList<>();
  private long usedBytes;

  /** Where the hand stands: an account, and a row of its table. */
  private int handAccount;

  private int handRow;

  /** What a table holds, known beyond the table's life. */
  private record Account(WeakReference<RowCache> table, AtomicLong bytes) {}

  /** Creates a budget; 0 keeps nothing. */
  public RowCacheBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * Keeps bytes that were made of a row, if there is room.
   *
   * @return the bytes to be used: those of another thread if it came first
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

  /** Returns the memory of all tables that were not collected, in bytes. */
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
