package io.offerengine.json;

import io.offerengine.json.internal.gzip.RowGzip;
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
  private final RowGzip compressor;
  private final byte[] closing;
  private final int length;

  /**
   * Creates a response.
   *
   * @param closing the bytes after the last row
   */
  SearchResponse(@Nullable ResponseAssembler rows, byte[] closing, RowGzip compressor) {
    this.rows = rows;
    this.closing = closing;
    this.compressor = compressor;
    this.length =
        Math.addExact(
            ResponseAssembler.OPENING.length + closing.length, rows == null ? 0 : rows.size());
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
    target.put(closing);
  }

  /**
   * Returns the response compressed with gzip, as one member.
   *
   * <p><b>Cost.</b> About a third of the time of {@link java.util.zip.Deflater} at level 1, if the
   * rows resemble those of the marketplace. Equal responses give equal bytes. Memory of the size of
   * the response is allocated, or used again up to 1 MiB.
   */
  public byte[] gzip() {
    int first = ResponseAssembler.OPENING.length;
    int more = rows == null ? length : first + rows.firstSize() + 1;
    int second = more + closing.length < length ? more : length;
    return compressor.compress(length, first, second, this::writeTo);
  }

  /** Returns the bytes in a new array. */
  byte[] toArray() {
    byte[] bytes = new byte[length];
    writeTo(ByteBuffer.wrap(bytes));
    return bytes;
  }
}
