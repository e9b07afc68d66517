package io.offerengine.server.http;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;

/**
 * Sends bodies that are written while they are sent, in chunks and at the client's pace.
 *
 * <p>HTTP/1.0 has no chunks, so its clients can't tell a broken body from a whole one.
 */
final class StreamedBody {
  /**
   * The bytes that are buffered before anything is sent. If the writing fails before, the client
   * gets an error.
   */
  private static final int BUFFER_BYTES = 64 << 10;

  private StreamedBody() {}

  /**
   * Sends an answer with its whole body.
   *
   * @param writing writes the body
   * @param partTime how long the client may take to read a part of {@value #BUFFER_BYTES} bytes
   * @throws IOException if the client has left, or reads nothing for too long
   */
  static void send(Answer answer, Answer.Writing writing, Duration partTime, Response response)
      throws IOException {
    AnswerWriter.writeHead(answer, response);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.mediaType());
    if (response.getRequest().getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_1) {
      // Without chunks the end of the connection would be the end of the body, so a broken body
      // would look whole.
      response.getHeaders().put(HttpHeader.TRANSFER_ENCODING, HttpHeaderValue.CHUNKED);
    }
    // Not closed after a failure: closing would end the chunks as if the body were whole.
    OutputStream sink = Content.Sink.asOutputStream(response);
    WriteWatch watch = new WriteWatch(response.getRequest(), partTime);
    watch.start();
    try {
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

  /** Returns a writer that writes a body and then runs a task, also after a failure. */
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
