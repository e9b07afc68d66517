package io.offerengine.server.http;

import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.keys.KeyRing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A real server of a test's own routes, and the raw connections that the test opens to it. */
public final class RouteServer implements AutoCloseable {
  /** The key of user 2; user 1 has {@link TestClient#KEY}. */
  static final String OTHER_KEY = "other-key";

  /** Another key of user 1. */
  static final String SECOND_KEY = "second-key";

  private static final KeyRing KEYS =
      ApiKey.ring(TestClient.KEY, 1).or(ApiKey.ring(SECOND_KEY, 1)).or(ApiKey.ring(OTHER_KEY, 2));

  private final ApiServer server;
  private final List<RawConnection> connections = new ArrayList<>();

  private RouteServer(ApiServer server) {
    this.server = server;
  }

  /** Starts a server with the keys of two users. */
  static RouteServer of(Route... routes) {
    return of(ServerSettings.defaults(), routes);
  }

  /** Starts a server with settings and with the keys of two users. */
  static RouteServer of(ServerSettings settings, Route... routes) {
    return new RouteServer(start(List.of(routes), KEYS, settings));
  }

  /** Starts a server that lets requests in. */
  public static ApiServer start(List<Route> routes, KeyRing keys, ServerSettings settings) {
    ApiServer server = new ApiServer(routes, keys, settings);
    try {
      server.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.ready();
    return server;
  }

  /** Waits in an endpoint. */
  public static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  ApiServer server() {
    return server;
  }

  TestClient client() {
    return new TestClient(server.port());
  }

  /** Sends characters on a new connection, which stays open until this is closed. */
  RawConnection send(String text) throws IOException {
    RawConnection connection = new RawConnection(server.port());
    connections.add(connection);
    return connection.send(text);
  }

  /** Returns the connections that stay open. */
  List<RawConnection> connections() {
    return connections;
  }

  /** Closes the connections that stay open. */
  void hangUp() throws IOException {
    for (RawConnection connection : connections) {
      connection.close();
    }
  }

  /** Returns everything that the server answers to any characters. */
  String exchange(String text) throws IOException {
    return RawConnection.exchange(server.port(), text);
  }

  /** Returns the first line of the answer to any characters. */
  String status(String text) throws IOException {
    try (RawConnection connection = new RawConnection(server.port())) {
      return connection.send(text).readLine();
    }
  }

  @Override
  public void close() throws IOException {
    hangUp();
    server.close();
  }
}
