package io.offerengine.server.router;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A member of a shard of one that answers positions, and to everything else sends a given text and
 * then stands still, as a member that is stopped, or cut off without a word.
 */
final class StalledMember implements AutoCloseable {
  private static final String POSITION =
      "HTTP/1.1 200 OK\r\nOffers-Shard: 1/1\r\nMember-Version: 5\r\nContent-Length: 2\r\n\r\n{}";

  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
  private volatile String position = POSITION;
  private final String text;

  /** Starts a member. */
  StalledMember(String text) throws IOException {
    this.text = text;
    start(this::accept);
  }

  String address() {
    return "http://127.0.0.1:" + listener.getLocalPort();
  }

  /** Sends another text when it is asked for its position, and then stands still. */
  void answerPositions(String other) {
    position = other;
  }

  /** Answers positions again. */
  void answerPositions() {
    position = POSITION;
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        open.add(socket);
        start(() -> answer(socket));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void answer(Socket socket) {
    try {
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
      String first;
      while ((first = in.readLine()) != null) {
        for (String line = first; line != null && !line.isEmpty(); ) {
          line = in.readLine();
        }
        String answer = first.contains("/position") ? position : text;
        socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
        socket.getOutputStream().flush();
        if (!answer.equals(POSITION)) {
          return;
        }
      }
    } catch (IOException closed) {
      // The router has left.
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "stalled-member");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
