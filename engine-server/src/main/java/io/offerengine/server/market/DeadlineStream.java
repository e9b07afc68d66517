package io.offerengine.server.market;

import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.ErrorResponses;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * An output stream with a deadline: a write after the deadline throws.
 *
 * <p>If the reader stops completely, the write blocks and the connection's own timeout ends it.
 */
final class DeadlineStream extends FilterOutputStream {
  private final Duration limit;
  private final long start = System.nanoTime();

  DeadlineStream(OutputStream target, Duration limit) {
    super(target);
    this.limit = limit;
  }

  @Override
  public void write(int b) throws IOException {
    requireTime();
    out.write(b);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    requireTime();
    out.write(bytes, offset, length);
  }

  private void requireTime() {
    if (System.nanoTime() - start >= limit.toNanos()) {
      throw ErrorResponses.refusal(
          ErrorCode.DEADLINE_EXCEEDED,
          "the client did not read the response within " + limit.toSeconds() + " s; ask for less");
    }
  }
}
