package io.offerengine.server.router;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.BodyStream;
import io.offerengine.server.http.ErrorResponses;
import java.io.FilterInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request that is passed on while it arrives. It may have any length and take any
 * time: the pace of the client starts again with every mebibyte.
 *
 * <p><b>Threads.</b> A thread of the HTTP client reads, and the thread of the request awaits the
 * answer.
 */
final class ForwardedBody extends FilterInputStream {
  private static final int STEP = 1 << 20;

  private final BodyStream body;
  private final long length;
  private int left;

  /** When the client sent bytes last, as {@link System#nanoTime}. */
  private volatile long arrived = System.nanoTime();

  private volatile boolean isBroken;
  private volatile boolean isGivenUp;
  private volatile @Nullable CompletableFuture<?> sent;

  /**
   * Creates a body.
   *
   * @param length the number of its bytes; -1 if it is not known
   */
  ForwardedBody(BodyStream body, long length) {
    super(body);
    this.body = body;
    this.length = length;
  }

  /** Returns what sends the body. */
  BodyPublisher publisher() {
    BodyPublisher streamed = BodyPublishers.ofInputStream(() -> this);
    return length < 0 ? streamed : BodyPublishers.fromPublisher(streamed, length);
  }

  /** Returns whether the client has not sent the whole body, although it was waited for. */
  boolean isBroken() {
    return isBroken;
  }

  /** Notes the request with this body. */
  void sentBy(CompletableFuture<?> request) {
    sent = request;
  }

  @Override
  public int read(byte[] target, int offset, int most) throws IOException {
    if (isGivenUp) {
      throw new IOException("the member does not answer");
    }
    if (left == 0) {
      body.allow(Long.MAX_VALUE, ForwardedBody::tooLarge);
      left = STEP;
    }
    // Until the bytes are there, it is the client that fails.
    isBroken = true;
    int count = body.read(target, offset, Math.min(most, left));
    isBroken = false;
    left -= Math.max(0, count);
    arrived = System.nanoTime();
    return count;
  }

  private static EngineException tooLarge() {
    return ErrorResponses.refusal(ErrorCode.PAYLOAD_TOO_LARGE, "the body is too large");
  }

  /**
   * Waits until an answer is there. If it does not come within a time after the last bytes of the
   * client, the request is cancelled, so that the answer fails.
   */
  void await(CompletableFuture<?> answer, Duration longest) {
    while (!answer.isDone()) {
      long left = longest.toNanos() - (System.nanoTime() - arrived);
      if (left <= 0) {
        giveUp();
        return;
      }
      try {
        answer.get(left, TimeUnit.NANOSECONDS);
      } catch (TimeoutException | ExecutionException e) {
        // More bytes may have come meanwhile, or the answer says what is wrong.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        giveUp();
        return;
      }
    }
  }

  private void giveUp() {
    isGivenUp = true;
    CompletableFuture<?> request = sent;
    if (request != null) {
      request.cancel(true);
    }
  }
}
