package io.offerengine.server.http;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.limit.FairBudget;
import io.offerengine.server.http.limit.Pace;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
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
  static void requireType(HttpFields headers, BodyRule rule) {
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
   * @throws EngineException if the announced length is larger than the limit
   */
  void read(int limit, Pace pace, FairBudget.Share inFlight, WholeBody.Receiver receiver) {
    Supplier<EngineException> tooLarge = () -> tooLarge(limit, "");
    if (request.getLength() > limit) {
      throw tooLarge.get();
    }
    isStarted = true;
    WholeBody.Receiver marking =
        new WholeBody.Receiver() {
          @Override
          public void complete(byte[] body) {
            isTaken = true;
            receiver.complete(body);
          }

          @Override
          public void fail(Exception failure, boolean isEnded) {
            isTaken = isEnded;
            receiver.fail(failure, isEnded);
          }
        };
    new WholeBody(request, limit, tooLarge, pace, inFlight, marking).run();
  }

  /**
   * Returns the body for reading while it arrives.
   *
   * @throws EngineException if the announced length is larger than the limit
   */
  BodyStream open(BodyRule rule, Pace pace) {
    String lift = rule.unlimitedBy();
    boolean isLifted =
        lift != null && QueryParameters.mentions(request.getHttpURI().getQuery(), lift);
    long limit = isLifted ? Long.MAX_VALUE : rule.limit();
    String remedy =
        lift == null
            ? ""
            : "; with ?" + lift + "=N it may be of any size and takes effect in parts";
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

  private static EngineException refused(String problem, BodyRule rule) {
    return ErrorResponses.refusal(
        ErrorCode.UNSUPPORTED_MEDIA_TYPE,
        problem + "; send " + rule.allowed() + ", not compressed");
  }
}
