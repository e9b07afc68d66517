package io.offerengine.json;

import io.offerengine.json.internal.write.ResponseAssembler;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A response whose rows are gathered and whose length is known, not yet written: for those who have
 * a buffer of their own to write it into.
 *
 * <p>It shows what its search found, whatever changes until it is written.
 *
 * <p><b>Threads.</b> Confined to one thread at a time.
 */
public final class SearchResponse {
  private final @Nullable ResponseAssembler rows;
  private final int length;

  SearchResponse(@Nullable ResponseAssembler rows) {
    this.rows = rows;
    int rowBytes = rows == null ? 0 : rows.size();
    this.length =
        Math.addExact(
            ResponseAssembler.OPENING.length + ResponseAssembler.CLOSING.length, rowBytes);
  }

  /** Returns how many bytes it has. */
  public int length() {
    return length;
  }

  /**
   * Writes it at a buffer's position, as often as it is asked to.
   *
   * <p><b>Cost.</b> One copy of its bytes, without allocation; as fast into a direct buffer as into
   * an array's.
   *
   * @param target whose position is moved by {@link #length}; bytes behind it, up to the limit, may
   *     be overwritten
   * @throws java.nio.BufferOverflowException if less than {@link #length} remains in it
   */
  public void writeTo(ByteBuffer target) {
    target.put(ResponseAssembler.OPENING);
    if (rows != null) {
      rows.writeTo(target);
    }
    target.put(ResponseAssembler.CLOSING);
  }

  /** Returns its bytes. */
  byte[] toArray() {
    byte[] bytes = new byte[length];
    writeTo(ByteBuffer.wrap(bytes));
    return bytes;
  }
}
