package io.offerengine.server.http;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;

/**
 * Sends bodies that are written while they are sent: in chunks, and held to the client's pace.
 *
 * <p>A client of HTTP/1.0 knows no chunks and can't tell a body that breaks from a whole one.
 */
final class StreamedBody {
  /** Until so much was written, a failure still becomes an answer. */
  private static final int BUFFER_BYTES = 64 << 10;

  private StreamedBody() {}

  /**
   * Sends an answer to its end.
   *
   * @param writing writes its body
   * @throws IOException if the client has left, or takes nothing for too long
   */
  static void send(Answer answer, Answer.Writing writing, Response response) throws IOException {
    response.setStatus(answer.status());
    answer.headers().forEach(response.getHeaders()::put);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.mediaType());
    if (response.getRequest().getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_1) {
      // Otherwise a body on a connection that closes afterwards would have no end but the close,
      // and one that breaks would look whole.
      response.getHeaders().put(HttpHeader.TRANSFER_ENCODING, HttpHeaderValue.CHUNKED);
    }
    // Not closed after a failure: closing would end the chunks as if all had been sent.
    OutputStream sink = Content.Sink.asOutputStream(response);
    BufferedOutputStream out = new BufferedOutputStream(sink, BUFFER_BYTES);
    writing.to(out);
    out.close();
  }

  /** Returns what writes a body, and afterwards does something, whatever came of it. */
  static Answer.Writing then(Answer.Writing writing, Runnable afterwards) {
    return out -> {
      try {
        writing.to(out);
      } finally {
        afterwards.run();
      }
    };
  }
}
