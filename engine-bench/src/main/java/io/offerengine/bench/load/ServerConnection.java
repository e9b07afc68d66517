package io.offerengine.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.DefaultHttpProcessor;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.apache.hc.core5.http.protocol.RequestContent;
import org.apache.hc.core5.http.protocol.RequestTargetHost;

/**
 * A connection that stays open and carries requests one after the other.
 *
 * <p>The connection blocks, so that the load costs little more than its system calls.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class ServerConnection implements Exchange, Closeable {
  private static final int READ_BYTES = 128 << 10;
  private static final int PATIENCE_MILLIS = 60_000;
  private static final int MAX_ECHO = 500;

  private final HttpRequestExecutor executor = new HttpRequestExecutor();
  private final HttpProcessor headers =
      new DefaultHttpProcessor(new RequestTargetHost(), new RequestContent());
  private final DefaultBHttpClientConnection connection =
      new DefaultBHttpClientConnection(Http1Config.DEFAULT);
  private final byte[] part = new byte[READ_BYTES];
  private final LoadTarget target;

  private ServerConnection(LoadTarget target) {
    this.target = target;
  }

  /** Connects. */
  static ServerConnection open(LoadTarget target) throws IOException {
    Socket socket = new Socket(target.uri().getHost(), target.port());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    ServerConnection opened = new ServerConnection(target);
    opened.connection.bind(socket);
    return opened;
  }

  @Override
  public long send(byte[] body) throws IOException {
    BasicClassicHttpRequest request = new BasicClassicHttpRequest("POST", target.uri());
    request.addHeader(HttpHeaders.AUTHORIZATION, "Bearer " + target.key());
    if (target.gzip()) {
      request.addHeader(HttpHeaders.ACCEPT_ENCODING, "gzip");
    }
    request.setEntity(new ByteArrayEntity(body, ContentType.APPLICATION_JSON));
    HttpCoreContext context = HttpCoreContext.create();
    try {
      executor.preProcess(request, headers, context);
      try (ClassicHttpResponse response = executor.execute(request, connection, context)) {
        return take(response);
      }
    } catch (HttpException e) {
      throw new IOException(e);
    }
  }

  private long take(ClassicHttpResponse response) throws IOException {
    HttpEntity entity = response.getEntity();
    try (InputStream in = entity == null ? InputStream.nullInputStream() : entity.getContent()) {
      if (response.getCode() != HttpStatus.SC_OK) {
        String said = new String(in.readNBytes(MAX_ECHO), UTF_8);
        String message = target.uri() + " answered " + response.getCode() + ": " + said;
        throw isRefusal(response.getCode())
            ? new RefusedException(message)
            : new IOException(message);
      }
      long bytes = 0;
      for (int count = in.read(part); count >= 0; count = in.read(part)) {
        bytes += count;
      }
      return bytes;
    }
  }

  private static boolean isRefusal(int status) {
    return status == HttpStatus.SC_SERVICE_UNAVAILABLE || status == HttpStatus.SC_TOO_MANY_REQUESTS;
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
