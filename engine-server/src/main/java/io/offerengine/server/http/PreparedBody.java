package io.offerengine.server.http;

import io.offerengine.server.http.Answer.Prepared;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;

/**
 * A response body in a buffer of the server's pool.
 *
 * <p>Up to 1 MiB the buffer is outside the Java heap, so that the kernel reads it without a copy,
 * and the next response is written to memory that is still in a CPU cache.
 *
 * <p>A body is sent in parts of {@value #PART_BYTES} bytes. The JDK copies an array to memory
 * outside the heap before it sends the array, and each thread keeps the largest such copy: parts
 * bound these copies.
 *
 * <p><b>Threads.</b> Confined to one thread at a time.
 */
final class PreparedBody extends IteratingCallback {
  /** The most bytes that are handed to the connection at once. */
  static final int PART_BYTES = 256 << 10;

  /**
   * The longest body that uses a pooled buffer. Longer bodies are rare, and pooling their buffers
   * would waste memory.
   */
  private static final int LARGEST_POOLED = 1 << 20;

  /** The most bytes that the pool retains outside the heap, and as many on the heap. */
  private static final long MAX_RETAINED = 128 << 20;

  private static final int HEAP_FRACTION = 8;

  private final RetainableByteBuffer buffer;
  private final ByteBuffer rest;
  private final Response response;
  private final WriteWatch watch;
  private final Callback callback;

  private PreparedBody(
      RetainableByteBuffer buffer, Response response, Duration partTime, Callback callback) {
    this.buffer = buffer;
    this.rest = buffer.getByteBuffer().slice();
    this.response = response;
    this.watch = new WriteWatch(response.getRequest(), partTime);
    this.callback = callback;
  }

  /** Returns a pool with buffers of up to 1 MiB. Jetty's default pool ends at 64 kB. */
  static ArrayByteBufferPool pool() {
    long retained = Math.min(MAX_RETAINED, Runtime.getRuntime().maxMemory() / HEAP_FRACTION);
    return new ArrayByteBufferPool.Quadratic(
        0, LARGEST_POOLED, Integer.MAX_VALUE, retained, retained);
  }

  /**
   * Writes a body into a buffer of the response's pool. {@link #send} must follow.
   *
   * @param partTime how long the client may take to read a part
   * @param callback is called when the body was sent or the connection failed
   */
  static PreparedBody write(
      Prepared body, Response response, Duration partTime, Callback callback) {
    int length = body.length();
    ByteBufferPool pool = response.getRequest().getComponents().getByteBufferPool();
    RetainableByteBuffer buffer = pool.acquire(length, length <= LARGEST_POOLED);
    try {
      fill(buffer.getByteBuffer(), body);
      return new PreparedBody(buffer, response, partTime, callback);
    } catch (RuntimeException | Error e) {
      buffer.release();
      throw e;
    }
  }

  private static void fill(ByteBuffer bytes, Prepared body) {
    BufferUtil.clearToFill(bytes);
    bytes.limit(body.length());
    body.writing().accept(bytes);
    if (bytes.hasRemaining()) {
      throw new IllegalStateException(
          "a body of " + body.length() + " bytes was announced, but has " + bytes.position());
    }
    BufferUtil.flipToFlush(bytes, 0);
  }

  /** Sends the body as the whole content of the response, then releases the buffer. */
  void send() {
    iterate();
    if (!isSucceeded() && !isFailed()) {
      watch.start();
    }
  }

  @Override
  protected Action process() {
    if (!rest.hasRemaining()) {
      return Action.SUCCEEDED;
    }
    int length = Math.min(PART_BYTES, rest.remaining());
    ByteBuffer part = rest.slice(rest.position(), length);
    rest.position(rest.position() + length);
    watch.beginPart();
    response.write(!rest.hasRemaining(), part, this);
    return Action.SCHEDULED;
  }

  @Override
  protected void onSuccess() {
    watch.endPart();
  }

  @Override
  protected void onCompleteSuccess() {
    watch.end();
    buffer.release();
    callback.succeeded();
  }

  @Override
  protected void onCompleteFailure(Throwable cause) {
    watch.end();
    buffer.release();
    callback.failed(cause);
  }
}
