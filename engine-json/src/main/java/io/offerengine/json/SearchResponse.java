package io.offerengine.json;

import io.offerengine.json.internal.write.ResponseAssembler;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A response of known length that has not been written, for callers that have a buffer of their
 * own.
 *
 * <pre>{@code
 * SearchResponse response = codec.prepareResponse(matches);
 * java.nio.ByteBuffer buffer = java.nio.ByteBuffer.allocate(response.length());
 * response.writeTo(buffer);
 * }</pre>
 *
 * <p>The response shows the results of its search, even if offers change before it is written.
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

  /** Returns the number of bytes. */
  public int length() {
    return length;
  }

  /**
   * Writes the response at the position of a buffer. The response may be written more than once.
   *
   * <p><b>Cost.</b> One copy of the bytes, without allocation.
   *
   * @param target its position moves by {@link #length}; bytes behind the new position, up to the
   *     limit, may be overwritten
   * @throws java.nio.BufferOverflowException if the buffer has less than {@link #length} bytes
   *     remaining
   */
  public void writeTo(ByteBuffer target) {
    target.put(ResponseAssembler.OPENING);
    if (rows != null) {
      rows.writeTo(target);
    }
    target.put(ResponseAssembler.CLOSING);
  }

  /** Returns the bytes in a new array. */
  byte[] toArray() {
    byte[] bytes = new byte[length];
    writeTo(ByteBuffer.wrap(bytes));
    return bytes;
  }
}
