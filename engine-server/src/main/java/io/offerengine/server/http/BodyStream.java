package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.server.http.limit.Pace;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpException;

/**
 * A body that is read while it arrives, up to an allowance of bytes.
 *
 * <p>Reading waits for the client. If the connection breaks, or the client is slower than its
 * {@link Pace}, reading throws an {@link IOException}; it never looks like the end of the body.
 * Only the time in which the service waits counts, not the time in which it works.
 *
 * <p><b>Threads.</b> Confined to one request.
 */
public final class BodyStream extends InputStream {
  private final InputStream in;
  private final Pace pace;
  private long allowance;
  private Supplier<EngineException> refusal;
  private boolean started;
  private long bytesRead;
  private long nanosWaited;

  BodyStream(InputStream in, Pace pace, long allowance, Supplier<EngineException> refusal) {
    this.in = in;
    this.pace = pace;
    this.allowance = allowance;
    this.refusal = refusal;
  }

  /**
   * Sets how many more bytes may be read. Beyond them, reading throws the refusal. The pace of the
   * client starts again.
   */
  public void allow(long bytes, Supplier<EngineException> beyond) {
    allowance = bytes;
    refusal = beyond;
    bytesRead = 0;
    nanosWaited = 0;
  }

  /** Returns whether anybody read from the body. */
  boolean isStarted() {
    return started;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    started = true;
    long start = System.nanoTime();
    int count = readArrived(target, offset, length);
    nanosWaited += System.nanoTime() - start;
    if (count < 0) {
      return count;
    }
    allowance -= count;
    bytesRead += count;
    if (allowance < 0) {
      throw refusal.get();
    }
    if (nanosWaited > pace.nanosFor(bytesRead)) {
      throw new IOException(new TimeoutException("the body comes too slowly"));
    }
    return count;
  }

  private int readArrived(byte[] target, int offset, int length) throws IOException {
    try {
      return in.read(target, offset, length);
    } catch (RuntimeException e) {
      if (e instanceof HttpException) {
        throw new IOException("the body is malformed", e);
      }
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
