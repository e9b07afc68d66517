package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.server.http.limit.FairBudget;
import io.offerengine.server.http.limit.Pace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;

/**
 * Reads a body that is wanted whole. No thread waits for the client.
 *
 * <p>A body that came with the headers, as nearly every body does, is passed on at once by the
 * thread that asks for it. Later parts are read by the threads that their arrival wakes. They count
 * as bytes in flight of the client.
 *
 * <p><b>Threads.</b> One thread at a time.
 */
final class WholeBody implements Runnable {
  private final Request request;
  private final int limit;
  private final Supplier<EngineException> tooLarge;
  private final Pace pace;
  private final FairBudget.Share inFlight;
  private final Receiver receiver;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(0);
  private final long start = System.nanoTime();
  private final EndPoint connection;
  private final long idleTimeout;

  /** Receives a body, or the reason why it did not arrive. Exactly one method is called, once. */
  interface Receiver {
    /** Receives the whole body. */
    void complete(byte[] body);

    /**
     * Receives a failure.
     *
     * @param failure an {@link EngineException} if the body is refused, an {@link IOException} if
     *     it broke off or came too slowly
     * @param isEnded whether nothing more can be read from the body
     */
    void fail(Exception failure, boolean isEnded);
  }

  /**
   * Creates a reader.
   *
   * @param limit the largest body in bytes
   * @param tooLarge the refusal of a larger body
   * @param inFlight is charged with the parts that arrive later; the receiver gives it back
   */
  WholeBody(
      Request request,
      int limit,
      Supplier<EngineException> tooLarge,
      Pace pace,
      FairBudget.Share inFlight,
      Receiver receiver) {
    this.request = request;
    this.limit = limit;
    this.tooLarge = tooLarge;
    this.pace = pace;
    this.inFlight = inFlight;
    this.receiver = receiver;
    this.connection = request.getConnectionMetaData().getConnection().getEndPoint();
    this.idleTimeout = connection.getIdleTimeout();
  }

  /** Reads what has arrived, and goes on when more arrives. */
  @Override
  public void run() {
    Content.Chunk chunk = request.read();
    while (chunk != null) {
      if (Content.Chunk.isFailure(chunk)) {
        fail(new IOException("the body broke off", chunk.getFailure()), true);
        return;
      }
      if (take(chunk)) {
        return;
      }
      chunk = request.read();
    }
    // A silent client ends with the idle timeout, a slow one when its next byte arrives.
    connection.setIdleTimeout(Math.min(idleTimeout, pace.grace().toMillis()));
    request.demand(this);
  }

  /** Takes a part of the body; returns whether the receiver was called. */
  private boolean take(Content.Chunk chunk) {
    byte[] part = new byte[chunk.remaining()];
    chunk.get(part, 0, part.length);
    boolean isLast = chunk.isLast();
    chunk.release();
    long size = (long) bytes.size() + part.length;
    if (size > limit) {
      fail(tooLarge.get(), isLast);
    } else if (isLast || size == request.getLength()) {
      complete(part);
    } else if (System.nanoTime() - start > pace.nanosFor(size)) {
      fail(new IOException(new TimeoutException("the body comes too slowly")), false);
    } else if (!inFlight.take(part.length)) {
      fail(FairBudget.bytesRefused(), false);
    } else {
      bytes.write(part, 0, part.length);
      return false;
    }
    return true;
  }

  private void complete(byte[] last) {
    connection.setIdleTimeout(idleTimeout);
    if (bytes.size() == 0) {
      receiver.complete(last);
      return;
    }
    bytes.write(last, 0, last.length);
    receiver.complete(bytes.toByteArray());
  }

  private void fail(Exception failure, boolean isEnded) {
    connection.setIdleTimeout(idleTimeout);
    receiver.fail(failure, isEnded);
  }
}
