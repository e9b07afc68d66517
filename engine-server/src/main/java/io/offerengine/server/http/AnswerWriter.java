package io.offerengine.server.http;

import io.offerengine.server.http.Answer.Held;
import io.offerengine.server.http.Answer.Prepared;
import io.offerengine.server.http.Answer.Streamed;
import io.offerengine.server.http.limit.FairBudget;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
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
 * <p>Streamed bodies are sent in chunks and at the client's pace. HTTP/1.0 has no chunks, so its
 * clients can't tell a broken body from a whole one.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class AnswerWriter {
  private static final Logger LOG = LoggerFactory.getLogger(AnswerWriter.class);
  private static final String CODING = HttpHeader.CONTENT_ENCODING.asString();
  private static final String GZIP = "gzip";

  /** Beyond this length, a body in memory counts as bytes in flight. */
  private static final int COUNTED_BYTES = 32 << 10;

  /**
   * The bytes of a streamed body that are buffered before anything is sent. If the writing fails
   * before, the client gets an error.
   */
  private static final int BUFFER_BYTES = 64 << 10;

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
   * A request with its response.
   *
   * @param written is called when the answer was sent
   */
  record Exchange(Request request, Response response, Callback written) {}

  /**
   * Sends an answer. A streamed body has been sent when this returns.
   *
   * @param inFlight is charged with a prepared body, and given back when the body was sent; null if
   *     nothing is charged
   */
  void send(Exchange exchange, Answer answer, FairBudget.@Nullable Share inFlight) {
    RequestTrace.of(exchange.request()).answered(answer);
    Answer encoded;
    try {
      encoded = encoded(exchange.request(), answer);
    } catch (RuntimeException | Error e) {
      fail(exchange, e, exchange.written());
      return;
    }
    if (encoded.body() instanceof Streamed streamed) {
      stream(exchange, encoded, streamed.writing());
    } else if (!(encoded.body() instanceof Prepared prepared)) {
      write(encoded, exchange.response(), exchange.written());
    } else if (inFlight == null) {
      write(exchange, encoded, prepared, exchange.written());
    } else if (inFlight.take(prepared.length())) {
      Callback done = Callback.from(inFlight::giveBack, exchange.written());
      write(exchange, encoded, prepared, done);
    } else {
      fail(exchange, inFlight.refusal(), exchange.written());
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

  /** Sends an error in place of an answer that was to be sent. */
  private static void fail(Exchange exchange, Throwable failure, Callback written) {
    Answer error = ErrorResponses.of(exchange.request(), failure);
    RequestTrace.of(exchange.request()).answered(error);
    write(error, exchange.response(), written);
  }

  /** Sends an answer whose body is in memory. */
  static void write(Answer answer, Response response, Callback written) {
    ByteBuffer body = ((Held) answer.body()).bytes().duplicate();
    writeHead(answer, body.remaining(), response);
    response.write(true, body, written);
  }

  private void write(Exchange exchange, Answer answer, Prepared body, Callback written) {
    PreparedBody prepared;
    try {
      prepared = PreparedBody.write(body, exchange.response(), partTime, written);
    } catch (RuntimeException | Error e) {
      fail(exchange, e, written);
      return;
    }
    writeHead(answer, body.length(), exchange.response());
    prepared.send();
  }

  private void stream(Exchange exchange, Answer answer, Answer.Writing writing) {
    Response response = exchange.response();
    try {
      stream(response, answer, writing);
    } catch (IOException | RuntimeException | Error e) {
      if (response.isCommitted()) {
        logCut(exchange.request(), e);
        exchange.written().failed(e);
      } else {
        response.reset();
        fail(exchange, e, exchange.written());
      }
      return;
    }
    exchange.written().succeeded();
  }

  private void stream(Response response, Answer answer, Answer.Writing writing) throws IOException {
    writeHead(answer, response);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.mediaType());
    if (response.getRequest().getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_1) {
      // Without chunks the end of the connection would be the end of the body, so a broken body
      // would look whole.
      response.getHeaders().put(HttpHeader.TRANSFER_ENCODING, HttpHeaderValue.CHUNKED);
    }
    WriteWatch watch = new WriteWatch(response.getRequest(), partTime);
    watch.start();
    try {
      // Not closed after a failure: closing would end the chunks as if the body were whole.
      OutputStream sink = Content.Sink.asOutputStream(response);
      OutputStream out = new BufferedOutputStream(new WatchedStream(sink, watch), BUFFER_BYTES);
      writing.to(out);
      out.close();
    } finally {
      watch.end();
    }
  }

  /** Tells a watch when a write to the connection begins and ends. */
  private static final class WatchedStream extends FilterOutputStream {
    private final WriteWatch watch;

    WatchedStream(OutputStream sink, WriteWatch watch) {
      super(sink);
      this.watch = watch;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      for (int from = 0; from < length; from += BUFFER_BYTES) {
        watch.beginPart();
        out.write(bytes, offset + from, Math.min(BUFFER_BYTES, length - from));
        watch.endPart();
      }
    }
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
