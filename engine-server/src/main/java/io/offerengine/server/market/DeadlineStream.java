package io.offerengine.server.market;

import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.ErrorResponses;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * A stream that is written to for so long and no longer, however slowly its reader reads.
 *
 * <p>A reader that stops altogether is the connection's own matter.
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
          "the response was not taken within " + limit.toSeconds() + " s; ask for less at once");
    }
  }
}
