package io.offerengine.server.cluster;

import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A TCP proxy on this machine whose network fails when a test says so.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class FaultyProxy implements AutoCloseable {
  private final ServerSocket listener;
  private final int target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile Network network = Network.FINE;

  /** What the network does. */
  enum Network {
    FINE,
    /** Each packet comes 50 ms late. */
    SLOW,
    /** Nothing arrives, and no connection breaks. */
    SILENT,
    /** Every connection breaks, also new ones. */
    CUT
  }

  /** Starts a proxy on a free port. */
  FaultyProxy(int target) throws IOException {
    this.target = target;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  void become(Network next) {
    network = next;
    if (next == Network.CUT) {
      open.forEach(FaultyProxy::close);
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        start(() -> connect(client));
      }
    } catch (IOException closed) {
      // The proxy is closed.
    }
  }

  private void connect(Socket client) {
    Socket server = new Socket();
    open.add(client);
    open.add(server);
    try {
      if (network == Network.CUT) {
        throw new IOException("the network is cut");
      }
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
      start(() -> pump(client, server));
      pump(server, client);
    } catch (IOException broken) {
      close(client);
      close(server);
    }
    open.remove(client);
    open.remove(server);
  }

  private void pump(Socket from, Socket to) {
    byte[] packet = new byte[16 << 10];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(packet); length >= 0; length = in.read(packet)) {
        awaitNetwork();
        out.write(packet, 0, length);
      }
    } catch (IOException broken) {
      // Both ends learn of it below.
    }
    close(from);
    close(to);
  }

  private void awaitNetwork() throws IOException {
    if (network == Network.SLOW) {
      Waiting.pause(50);
    }
    while (network == Network.SILENT) {
      Waiting.pause(10);
    }
    if (network == Network.CUT) {
      throw new IOException("the network is cut");
    }
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "faulty-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException alreadyBroken) {
      // Closed is what was wanted.
    }
  }

  @Override
  public void close() throws IOException {
    become(Network.CUT);
    listener.close();
  }
}
