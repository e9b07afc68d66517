package io.offerengine.internal.segment;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Footprint;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that one maker made of the rows of a segment: a table.
 *
 * <p><b>Layout.</b> One reference per row, and one bit per row that says whether its bytes were
 * read since the last visit of the budget. Readers set these bits without synchronisation. If a bit
 * is lost, the row only seems unread.
 *
 * <p><b>Threads.</b> Any thread may {@link #read} and {@link #look}; the rest is done under the
 * lock of the {@link RowCacheBudget}.
 */
public final class RowCache {
  private final AtomicReferenceArray<byte @Nullable []> rows;
  private final long[] wasRead;
  private final AtomicLong bytes;

  /** Creates a table without bytes. */
  RowCache(int rows) {
    this.rows = new AtomicReferenceArray<>(rows);
    this.wasRead = new long[Bits.wordCount(rows)];
    this.bytes = new AtomicLong(emptyBytes(rows));
  }

  /** Returns the memory of a table without bytes. */
  static long emptyBytes(int rows) {
    return Footprint.array(rows, Footprint.REFERENCE)
        + Footprint.array(Bits.wordCount(rows), Long.BYTES);
  }

  /** Returns the bytes of a row, not to be changed; null when there are none. */
  public byte @Nullable [] read(int row) {
    byte[] found = look(row);
    if (found != null && !Bits.get(wasRead, row)) {
      Bits.set(wasRead, row);
    }
    return found;
  }

  /** Returns the number of rows. */
  int size() {
    return rows.length();
  }

  /** Returns the memory of the table, which outlives it. */
  AtomicLong bytes() {
    return bytes;
  }

  /** Returns the bytes of a row without a trace; null when there are none. */
  public byte @Nullable [] look(int row) {
    return rows.getAcquire(row);
  }

  /** Sets the bytes of a row that has none. */
  void put(int row, byte[] made) {
    Bits.clear(wasRead, row);
    rows.setRelease(row, made);
    bytes.addAndGet(footprint(made));
  }

  /**
   * Takes the bytes of a row away unless they were read since the last call.
   *
   * @return the memory that was given back, in bytes
   */
  long dropIdle(int row) {
    byte[] idle = rows.getAcquire(row);
    if (idle == null) {
      return 0;
    }
    if (Bits.get(wasRead, row)) {
      Bits.clear(wasRead, row);
      return 0;
    }
    rows.setRelease(row, null);
    bytes.addAndGet(-footprint(idle));
    return footprint(idle);
  }

  /** Returns the memory of the bytes of one row. */
  static long footprint(byte[] made) {
    return Footprint.array(made.length, 1);
  }
}
