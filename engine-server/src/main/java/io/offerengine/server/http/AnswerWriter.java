package io.offerengine.server.http;

import io.offerengine.server.http.Answer.Held;
import io.offerengine.server.http.Answer.Prepared;
import io.offerengine.server.http.Answer.Streamed;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes answers: their status, headers and body. */
final class AnswerWriter {
  private static final Logger LOG = LoggerFactory.getLogger(AnswerWriter.class);

  private AnswerWriter() {}

  /** Sends an answer. A streamed body has been sent when this returns. */
  static void send(Request request, Answer answer, Response response, Callback written) {
    if (answer.body() instanceof Streamed streamed) {
      stream(request, answer, streamed.writing(), response, written);
    } else if (answer.body() instanceof Prepared prepared) {
      write(request, answer, prepared, response, written);
    } else {
      write(answer, response, written);
    }
  }

  /** Sends an answer whose body is in memory. */
  static void write(Answer answer, Response response, Callback written) {
    ByteBuffer body = ((Held) answer.body()).bytes().duplicate();
    writeHead(answer, body.remaining(), response);
    response.write(true, body, written);
  }

  private static void write(
      Request request, Answer answer, Prepared body, Response response, Callback written) {
    PreparedBody prepared;
    try {
      prepared = PreparedBody.write(body, response);
    } catch (RuntimeException | Error e) {
      write(ApiHandler.failed(request, e), response, written);
      return;
    }
    writeHead(answer, body.length(), response);
    prepared.send(response, written);
  }

  private static void stream(
      Request request, Answer answer, Answer.Writing writing, Response response, Callback written) {
    try {
      StreamedBody.send(answer, writing, response);
    } catch (IOException | RuntimeException | Error e) {
      if (response.isCommitted()) {
        LOG.warn("{} {} was cut", request.getMethod(), request.getHttpURI().getPath(), e);
        written.failed(e);
      } else {
        response.reset();
        write(ApiHandler.failed(request, e), response, written);
      }
      return;
    }
    written.succeeded();
  }

  private static void writeHead(Answer answer, int length, Response response) {
    response.setStatus(answer.status());
    answer.headers().forEach(response.getHeaders()::put);
    if (length > 0) {
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.mediaType());
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, length);
    }
  }
}
