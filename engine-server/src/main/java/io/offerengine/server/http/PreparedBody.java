package io.offerengine.server.http;

import io.offerengine.server.http.Answer.Prepared;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * A response body in a buffer of the server's pool.
 *
 * <p>Up to 1 MiB the buffer is outside the Java heap, so that the kernel reads it without a copy,
 * and the next response is written to memory that is still in a CPU cache.
 *
 * <p><b>Threads.</b> Confined to one thread at a time.
 */
final class PreparedBody {
  /**
   * The longest body that uses a pooled buffer. Longer bodies are rare, and pooling their buffers
   * would waste memory.
   */
  private static final int LARGEST_POOLED = 1 << 20;

  private final RetainableByteBuffer buffer;

  private PreparedBody(RetainableByteBuffer buffer) {
    this.buffer = buffer;
  }

  /** Returns a pool with buffers of up to 1 MiB. Jetty's default pool ends at 64 kB. */
  static ArrayByteBufferPool pool() {
    return new ArrayByteBufferPool.Quadratic(0, LARGEST_POOLED, Integer.MAX_VALUE);
  }

  /** Writes a body into a buffer of the response's pool. {@link #send} releases the buffer. */
  static PreparedBody write(Prepared body, Response response) {
    int length = body.length();
    ByteBufferPool pool = response.getRequest().getComponents().getByteBufferPool();
    PreparedBody written = new PreparedBody(pool.acquire(length, length <= LARGEST_POOLED));
    try {
      written.fill(body);
    } catch (RuntimeException | Error e) {
      written.buffer.release();
      throw e;
    }
    return written;
  }

  private void fill(Prepared body) {
    ByteBuffer bytes = buffer.getByteBuffer();
    BufferUtil.clearToFill(bytes);
    bytes.limit(body.length());
    body.writing().accept(bytes);
    if (bytes.hasRemaining()) {
      throw new IllegalStateException(
          "a body of " + body.length() + " bytes was announced, but has " + bytes.position());
    }
    BufferUtil.flipToFlush(bytes, 0);
  }

  /** Sends the body as the last part of a response and releases the buffer. */
  void send(Response response, Callback callback) {
    response.write(true, buffer.getByteBuffer(), Callback.from(buffer::release, callback));
  }
}
