package io.offerengine.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.bench.load.Load.Exchange;
import io.offerengine.bench.load.Load.RefusedException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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
 * Connections that stay open and carry requests one after the other. They block, so that the load
 * costs little more than its system calls.
 *
 * <p><b>Threads.</b> Confined to one thread; each exchange may be used by another one.
 */
final class Connections implements Closeable {
  private static final int HTTP_PORT = 80;
  private static final int READ_BYTES = 128 << 10;
  private static final int PATIENCE_MILLIS = 600_000;
  private static final int MAX_ECHO = 500;

  private final Target target;
  private final HttpRequestExecutor executor = new HttpRequestExecutor();
  private final HttpProcessor headers =
      new DefaultHttpProcessor(new RequestTargetHost(), new RequestContent());
  private final List<DefaultBHttpClientConnection> opened = new ArrayList<>();

  private Connections(Target target) {
    this.target = target;
  }

  /**
   * Where searches are posted.
   *
   * @param uri the address
   * @param key the API key
   * @param gzip whether compressed answers are asked for
   */
  record Target(URI uri, String key, boolean gzip) {
    private int port() {
      return uri.getPort() < 0 ? HTTP_PORT : uri.getPort();
    }
  }

  /** Connects. */
  static Connections open(Target target, int number) throws IOException {
    Connections connections = new Connections(target);
    try {
      for (int i = 0; i < number; i++) {
        Socket socket = new Socket(target.uri().getHost(), target.port());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        DefaultBHttpClientConnection connection =
            new DefaultBHttpClientConnection(Http1Config.DEFAULT);
        connection.bind(socket);
        connections.opened.add(connection);
      }
      return connections;
    } catch (IOException e) {
      connections.close();
      throw e;
    }
  }

  /** Returns the load of bodies in turn; each connection begins with a different one. */
  Load sending(List<byte[]> bodies) {
    List<Exchange> exchanges = new ArrayList<>();
    for (int i = 0; i < opened.size(); i++) {
      DefaultBHttpClientConnection connection = opened.get(i);
      AtomicInteger next = new AtomicInteger(i * bodies.size() / opened.size());
      byte[] part = new byte[READ_BYTES];
      exchanges.add(() -> {
        byte[] body = bodies.get(next.getAndUpdate(at -> (at + 1) % bodies.size()));
        return send(connection, body, part);
      });
    }
    return new Load(exchanges);
  }

  private long send(DefaultBHttpClientConnection connection, byte[] body, byte[] part)
      throws IOException {
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
        return take(response, part);
      }
    } catch (HttpException e) {
      throw new IOException(e);
    }
  }

  private long take(ClassicHttpResponse response, byte[] part) throws IOException {
    HttpEntity entity = response.getEntity();
    int status = response.getCode();
    try (InputStream in = entity == null ? InputStream.nullInputStream() : entity.getContent()) {
      if (status != HttpStatus.SC_OK) {
        String said = new String(in.readNBytes(MAX_ECHO), UTF_8);
        String message = target.uri() + " answered " + status + ": " + said;
        boolean isRefusal =
            status == HttpStatus.SC_SERVICE_UNAVAILABLE
                || status == HttpStatus.SC_TOO_MANY_REQUESTS;
        throw isRefusal ? new RefusedException(message) : new IOException(message);
      }
      long bytes = 0;
      for (int count = in.read(part); count >= 0; count = in.read(part)) {
        bytes += count;
      }
      return bytes;
    }
  }

  @Override
  public void close() throws IOException {
    for (DefaultBHttpClientConnection each : opened) {
      each.close();
    }
  }
}
