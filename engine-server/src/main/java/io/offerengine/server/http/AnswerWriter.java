package io.offerengine.server.http;

import io.offerengine.server.http.Answer.Held;
import io.offerengine.server.http.Answer.Prepared;
import io.offerengine.server.http.Answer.Streamed;
import io.offerengine.server.http.limit.FairBudget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes answers: their status, headers and body.
 *
 * <p>A large body counts as bytes in flight of its client until the client has read it. If a client
 * stops reading, its connection is closed.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class AnswerWriter {
  private static final Logger LOG = LoggerFactory.getLogger(AnswerWriter.class);
  private static final String CODING = HttpHeader.CONTENT_ENCODING.asString();
  private static final String GZIP = "gzip";

  /** Beyond this length, a body in memory counts as bytes in flight. */
  private static final int COUNTED_BYTES = 32 << 10;

  private final Duration partTime;

  /**
   * Creates a writer.
   *
   * @param partTime how long a client may take to read a part of an answer
   */
  AnswerWriter(Duration partTime) {
    this.partTime = partTime;
  }

  /**
   * Sends an answer. A streamed body has been sent when this returns.
   *
   * @param inFlight is charged with a prepared body, and given back when the body was sent; null if
   *     nothing is charged
   */
  void send(
      Request request,
      Answer answer,
      FairBudget.@Nullable Share inFlight,
      Response response,
      Callback written) {
    Answer encoded;
    try {
      encoded = encoded(request, answer);
    } catch (RuntimeException | Error e) {
      fail(request, ApiHandler.failed(request, e), response, written);
      return;
    }
    if (encoded.body() instanceof Streamed streamed) {
      stream(request, encoded, streamed.writing(), response, written);
    } else if (!(encoded.body() instanceof Prepared prepared)) {
      write(encoded, response, written);
    } else if (inFlight == null) {
      write(request, encoded, prepared, response, written);
    } else if (inFlight.take(prepared.length())) {
      Callback done = Callback.from(inFlight::giveBack, written);
      write(request, encoded, prepared, response, done);
    } else {
      fail(request, ErrorResponses.of(FairBudget.bytesRefused()), response, written);
    }
  }

  /**
   * Returns an answer with its body compressed, if the body can do that and the client asks. A
   * large body in memory becomes one that counts.
   */
  private static Answer encoded(Request request, Answer answer) {
    if (answer.body() instanceof Held held) {
      if (held.gzip() != null) {
        return GzipResponses.isAccepted(request)
            ? answer.with(CODING, GZIP).with(new Held(held.gzip(), null))
            : answer;
      }
      if (held.bytes().remaining() >= COUNTED_BYTES) {
        ByteBuffer bytes = held.bytes().duplicate();
        return answer.with(new Prepared(bytes.remaining(), target -> target.put(bytes), null));
      }
    }
    if (!(answer.body() instanceof Prepared prepared)) {
      return answer;
    }
    Supplier<byte[]> gzip = prepared.gzip();
    if (gzip == null || !GzipResponses.isWanted(request, prepared.length())) {
      return answer;
    }
    byte[] body = gzip.get();
    return answer
        .with(CODING, GZIP)
        .with(new Prepared(body.length, target -> target.put(body), null));
  }

  private static void fail(Request request, Answer error, Response response, Callback written) {
    RequestTrace.of(request).answered(error);
    write(error, response, written);
  }

  /** Sends an answer whose body is in memory. */
  static void write(Answer answer, Response response, Callback written) {
    ByteBuffer body = ((Held) answer.body()).bytes().duplicate();
    writeHead(answer, body.remaining(), response);
    response.write(true, body, written);
  }

  private void write(
      Request request, Answer answer, Prepared body, Response response, Callback written) {
    PreparedBody prepared;
    try {
      prepared = PreparedBody.write(body, response, partTime, written);
    } catch (RuntimeException | Error e) {
      fail(request, ApiHandler.failed(request, e), response, written);
      return;
    }
    writeHead(answer, body.length(), response);
    prepared.send();
  }

  private void stream(
      Request request, Answer answer, Answer.Writing writing, Response response, Callback written) {
    try {
      StreamedBody.send(answer, writing, partTime, response);
    } catch (IOException | RuntimeException | Error e) {
      if (response.isCommitted()) {
        logCut(request, e);
        written.failed(e);
      } else {
        response.reset();
        fail(request, ApiHandler.failed(request, e), response, written);
      }
      return;
    }
    written.succeeded();
  }

  /** Logs a client that left in one line, and a failure of the service with its stack. */
  private static void logCut(Request request, Throwable failure) {
    String method = request.getMethod();
    String path = request.getHttpURI().getPath();
    String id = RequestTrace.of(request).id;
    if (failure instanceof IOException) {
      String reason = failure.getMessage();
      LOG.atInfo()
          .addKeyValue("request", id)
          .log("{} {} was cut by its client: {}", method, path, reason);
    } else {
      LOG.atWarn().addKeyValue("request", id).setCause(failure).log("{} {} was cut", method, path);
    }
  }

  /** Sets the status and the headers of any body. */
  static void writeHead(Answer answer, Response response) {
    response.setStatus(answer.status());
    answer.headers().forEach(response.getHeaders()::put);
    String id = RequestTrace.of(response.getRequest()).id;
    response.getHeaders().put(RequestTrace.HEADER, id);
  }

  private static void writeHead(Answer answer, int length, Response response) {
    writeHead(answer, response);
    if (length > 0) {
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.mediaType());
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, length);
    }
  }
}
