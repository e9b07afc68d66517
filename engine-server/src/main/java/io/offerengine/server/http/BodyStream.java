package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpException;

/**
 * A body that is read while it arrives, up to an allowance of bytes.
 *
 * <p>Reading waits for the client. If the connection breaks, reading throws an {@link IOException};
 * it never looks like the end of the body.
 *
 * <p><b>Threads.</b> Confined to one request.
 */
public final class BodyStream extends InputStream {
  private final InputStream in;
  private long allowance;
  private Supplier<EngineException> refusal;
  private boolean started;

  BodyStream(InputStream in, long allowance, Supplier<EngineException> refusal) {
    this.in = in;
    this.allowance = allowance;
    this.refusal = refusal;
  }

  /** Sets how many more bytes may be read. Beyond them, reading throws the refusal. */
  public void allow(long bytes, Supplier<EngineException> beyond) {
    allowance = bytes;
    refusal = beyond;
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
    int count = readArrived(target, offset, length);
    allowance -= Math.max(count, 0);
    if (allowance < 0) {
      throw refusal.get();
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
