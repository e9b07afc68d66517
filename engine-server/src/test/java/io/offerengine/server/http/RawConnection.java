package io.offerengine.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A raw connection to a server on this machine, for any bytes. */
public final class RawConnection implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;
  private final OutputStream out;

  /** Connects to a port. */
  public RawConnection(int port) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  /** Uses a connection that is open. */
  public RawConnection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(PATIENCE_MILLIS);
    out = socket.getOutputStream();
  }

  /** Connects to a port from one of this machine's own addresses. */
  static RawConnection from(String address, int port) throws IOException {
    InetAddress own = InetAddress.getByName(address);
    return new RawConnection(new Socket(InetAddress.getLoopbackAddress(), port, own, 0));
  }

  /** Connects to a port, and has room for little that arrives and is not read yet. */
  public static RawConnection slow(int port) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(64 << 10);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return new RawConnection(socket);
  }

  /** Sends characters, one byte each. */
  public RawConnection send(String text) throws IOException {
    out.write(text.getBytes(ISO_8859_1));
    out.flush();
    return this;
  }

  /** Ends the output of the connection. */
  public RawConnection finish() throws IOException {
    socket.shutdownOutput();
    return this;
  }

  /** Returns whether the server has sent anything that was not read yet. */
  public boolean hasReceived() throws IOException {
    return socket.getInputStream().available() > 0;
  }

  /** Returns the next line that was received. */
  public String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = socket.getInputStream().read(); c >= 0 && c != '\n'; ) {
      line.append((char) c);
      c = socket.getInputStream().read();
    }
    return line.toString().stripTrailing();
  }

  /** Returns the head of the answer, with the blank line at its end. */
  public String readHead() throws IOException {
    StringBuilder head = new StringBuilder();
    do {
      head.append(readLine()).append("\r\n");
    } while (!head.toString().endsWith("\r\n\r\n"));
    return head.toString();
  }

  /** Returns what the server sends. */
  public InputStream in() throws IOException {
    return socket.getInputStream();
  }

  /** Returns how many bytes arrive until the connection is closed or reset. */
  long readUntilClosed() {
    long sum = 0;
    try {
      while (socket.getInputStream().read() >= 0) {
        sum++;
      }
    } catch (IOException reset) {
      // Closed without a farewell.
    }
    return sum;
  }

  /** Returns everything that the server sends until it closes the connection. */
  public String readAll() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** Waits until a port refuses connections. */
  public static void awaitRefused(int port) throws InterruptedException {
    Waiting.until(() -> !isListening(port));
  }

  private static boolean isListening(int port) {
    try {
      new RawConnection(port).close();
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  /**
   * Returns the head of a request with the key of a {@link TestClient}, and with its blank line.
   */
  public static String head(String line, String... headers) {
    return headBy(TestClient.KEY, line, headers);
  }

  /** Returns the head of a request with a key, and with its blank line. */
  public static String headBy(String key, String line, String... headers) {
    return line
        + " HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
        + key
        + "\r\n"
        + Stream.of(headers).map(each -> each + "\r\n").collect(Collectors.joining())
        + "\r\n";
  }

  /** Returns the answer of a server to any characters. */
  static String exchange(int port, String text) throws IOException {
    try (RawConnection connection = new RawConnection(port)) {
      return connection.send(text).readAll();
    }
  }

  /** Returns the body of a response. */
  static String body(String response) {
    return response.substring(response.indexOf("\r\n\r\n") + 4);
  }
}
