package io.offerengine.server.router;

import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.ErrorResponses;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory of all parts that wait to be merged. A part that finds no room is not read into
 * memory.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class PartMemory {
  private static final int OK = 200;
  private static final byte[] NOTHING = {};

  private final long most;
  private final AtomicLong taken = new AtomicLong();

  /**
   * Creates a memory.
   *
   * @param most the number of bytes
   */
  PartMemory(long most) {
    this.most = most;
  }

  /**
   * Returns the room of one answer, which takes nothing yet.
   *
   * @param factor how many bytes of memory a byte of a part takes while it is merged
   */
  Room room(int factor) {
    return new Room(factor);
  }

  /** The parts of one answer. Closing gives their memory back. */
  final class Room implements AutoCloseable {
    private final int factor;
    private long own;
    private boolean isClosed;
    private boolean isRefused;

    private Room(int factor) {
      this.factor = factor;
    }

    /** Returns what reads parts for which there is room. */
    BodyHandler<byte[]> reader() {
      return this::read;
    }

    private BodySubscriber<byte[]> read(ResponseInfo head) {
      long length = head.headers().firstValueAsLong("Content-Length").orElse(0);
      return head.statusCode() != OK || take(length * factor)
          ? BodySubscribers.ofByteArray()
          : BodySubscribers.replacing(NOTHING);
    }

    private synchronized boolean take(long bytes) {
      if (isClosed) {
        // Another replica was faster, and its part is merged.
        return false;
      }
      if (taken.addAndGet(bytes) > most) {
        taken.addAndGet(-bytes);
        isRefused = true;
        return false;
      }
      own += bytes;
      return true;
    }

    /**
     * Checks that all parts were read.
     *
     * @throws io.offerengine.query.EngineException UNAVAILABLE if one found no room
     */
    synchronized void requireAll() {
      if (isRefused) {
        throw ErrorResponses.refusal(
            ErrorCode.UNAVAILABLE,
            "the parts of this answer and of others take more than the "
                + most
                + " bytes that the router has for them; try again, or ask for fewer offers, or for"
                + " the values of other fields");
      }
    }

    @Override
    public synchronized void close() {
      isClosed = true;
      taken.addAndGet(-own);
      own = 0;
    }
  }
}
