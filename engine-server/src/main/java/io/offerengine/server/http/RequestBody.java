package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.limit.FairBudget;
import io.offerengine.server.http.limit.Pace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The body of one request: checks its media type and its size, reads it, and discards what nobody
 * read.
 *
 * <p><b>Threads.</b> Confined to one request.
 */
final class RequestBody {
  /**
   * The most bytes of an unwanted body that are read and discarded. A client that sends its body
   * before it reads the answer would otherwise see a broken connection.
   */
  private static final long MAX_DISCARDED = 1 << 30;

  /** The longest time that discarding may take. */
  private static final long MAX_DISCARD_NANOS = 10_000_000_000L;

  /** The longest pause of the client while its body is discarded. */
  private static final long MAX_DISCARD_PAUSE_MILLIS = 2_000;

  private static final Logger LOG = LoggerFactory.getLogger(RequestBody.class);

  private final Request request;
  private final InputStream in;
  private @Nullable BodyStream opened;

  /** Whether anybody asked for the whole body. */
  private boolean isStarted;

  /** Whether the whole body was read. */
  private boolean isTaken;

  private long discarded;

  RequestBody(Request request) {
    this.request = request;
    this.in = Content.Source.asInputStream(request);
  }

  /**
   * Checks the media type of a request. A request without a media type passes.
   *
   * @throws EngineException if the body has another type or is compressed
   */
  static void requireType(HttpFields headers, Route.Body rule) {
    List<String> types = headers.getValuesList(HttpHeader.CONTENT_TYPE);
    for (String type : types) {
      int parameters = type.indexOf(';');
      String essence = (parameters < 0 ? type : type.substring(0, parameters)).strip();
      if (!essence.isEmpty() && !rule.mediaTypes().contains(essence.toLowerCase(Locale.ROOT))) {
        throw refused("the body is of type " + ErrorResponses.echo(essence), rule);
      }
    }
    String encoding = headers.get(HttpHeader.CONTENT_ENCODING);
    if (encoding != null && !encoding.strip().toLowerCase(Locale.ROOT).equals("identity")) {
      throw refused("the body is encoded as " + ErrorResponses.echo(encoding.strip()), rule);
    }
  }

  /**
   * Reads the whole body and passes it on, at once or when it has arrived.
   *
   * @param inFlight is charged with the bytes that wait for the rest of the body
   * @param receiver fails with an {@link EngineException} if the body is refused, with an {@link
   *     IOException} if it broke off or came too slowly
   * @throws EngineException if the announced length is larger than the limit
   */
  void read(int limit, Pace pace, FairBudget.Share inFlight, Promise<byte[]> receiver) {
    if (request.getLength() > limit) {
      throw tooLarge(limit, "");
    }
    isStarted = true;
    new Whole(limit, pace, inFlight, receiver).run();
  }

  /**
   * Returns the body for reading while it arrives.
   *
   * @throws EngineException if the announced length is larger than the limit
   */
  BodyStream open(Route.Body rule, Pace pace) {
    String lift = Objects.requireNonNull(rule.unlimitedBy());
    boolean isLifted = QueryParameters.mentions(request.getHttpURI().getQuery(), lift);
    long limit = isLifted ? Long.MAX_VALUE : rule.limit();
    String remedy = "; with ?" + lift + "=N it may be of any size and takes effect in parts";
    if (request.getLength() > limit) {
      throw tooLarge(limit, remedy);
    }
    opened = new BodyStream(in, pace, limit, () -> tooLarge(limit, remedy));
    return opened;
  }

  /**
   * Discards the rest of the body up to a limit, then runs a task. No thread waits for the client
   * meanwhile.
   *
   * <p>If a client waits for permission to send its body ({@code Expect}) and has sent nothing,
   * there is nothing to discard.
   */
  void discardRest(Runnable after) {
    if (isTaken) {
      after.run();
      return;
    }
    boolean isSent = isStarted || (opened != null && opened.isStarted());
    if (!isSent && request.getHeaders().contains(HttpHeader.EXPECT)) {
      after.run();
      return;
    }
    try {
      in.skipNBytes(in.available());
    } catch (IOException broken) {
      LOG.debug("The client left before it was answered", broken);
    }
    EndPoint connection = request.getConnectionMetaData().getConnection().getEndPoint();
    long idleTimeout = connection.getIdleTimeout();
    connection.setIdleTimeout(Math.min(idleTimeout, MAX_DISCARD_PAUSE_MILLIS));
    discardArrived(
        System.nanoTime() + MAX_DISCARD_NANOS,
        () -> {
          connection.setIdleTimeout(idleTimeout);
          after.run();
        });
  }

  private void discardArrived(long deadline, Runnable after) {
    while (discarded < MAX_DISCARDED && System.nanoTime() - deadline < 0) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(() -> discardArrived(deadline, after));
        return;
      }
      discarded += chunk.remaining();
      boolean last = chunk.isLast() || Content.Chunk.isFailure(chunk);
      chunk.release();
      if (last) {
        break;
      }
    }
    after.run();
  }

  private static EngineException tooLarge(long limit, String remedy) {
    return ErrorResponses.refusal(
        ErrorCode.PAYLOAD_TOO_LARGE,
        "the body is larger than " + limit + " bytes, the limit" + remedy);
  }

  private static EngineException refused(String problem, Route.Body rule) {
    return ErrorResponses.refusal(
        ErrorCode.UNSUPPORTED_MEDIA_TYPE,
        problem + "; send " + String.join(" or ", rule.mediaTypes()) + ", not compressed");
  }

  /**
   * Reads a body that is wanted whole. No thread waits for the client.
   *
   * <p>A body that came with the headers, as nearly every body does, is passed on at once by the
   * thread that asks for it. Later parts are read by the threads that their arrival wakes. They
   * count as bytes in flight of the client; the receiver gives them back.
   *
   * <p><b>Threads.</b> One thread at a time.
   */
  private final class Whole implements Runnable {
    private final int limit;
    private final Pace pace;
    private final FairBudget.Share inFlight;
    private final Promise<byte[]> receiver;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(0);
    private final long start = System.nanoTime();
    private final EndPoint connection;
    private final long idleTimeout;

    Whole(int limit, Pace pace, FairBudget.Share inFlight, Promise<byte[]> receiver) {
      this.limit = limit;
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
        fail(tooLarge(limit, ""), isLast);
      } else if (isLast || size == request.getLength()) {
        complete(part);
      } else if (System.nanoTime() - start > pace.nanosFor(size)) {
        fail(new IOException(new TimeoutException("the body comes too slowly")), false);
      } else if (!inFlight.take(part.length)) {
        fail(inFlight.refusal(), false);
      } else {
        bytes.write(part, 0, part.length);
        return false;
      }
      return true;
    }

    private void complete(byte[] last) {
      connection.setIdleTimeout(idleTimeout);
      isTaken = true;
      if (bytes.size() > 0) {
        bytes.write(last, 0, last.length);
      }
      receiver.succeeded(bytes.size() == 0 ? last : bytes.toByteArray());
    }

    /** Passes a failure on; the body has ended if nothing more can be read from it. */
    private void fail(Exception failure, boolean isEnded) {
      connection.setIdleTimeout(idleTimeout);
      isTaken = isEnded;
      receiver.failed(failure);
    }
  }
}
