package io.offerengine.server.http;

import io.offerengine.json.JsonBody;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.keys.KeyRing;
import io.offerengine.server.keys.Scope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** A real server of a test's own routes, and the raw connections that the test opens to it. */
public final class RouteServer implements AutoCloseable {
  /** The key of user 2; user 1 has {@link TestClient#KEY}. */
  static final String OTHER_KEY = "other-key";

  /** Another key of user 1. */
  static final String SECOND_KEY = "second-key";

  /** The body limit of {@code POST /echo}. */
  static final int BODY_LIMIT = 1_000;

  /** Changes no setting. */
  public static final Consumer<ServerSettings> DEFAULTS = settings -> {};

  private static final KeyRing KEYS =
      ApiKey.ring(TestClient.KEY, 1).or(ApiKey.ring(SECOND_KEY, 1)).or(ApiKey.ring(OTHER_KEY, 2));

  /** Open when a request has reached {@code /slow}. */
  final CountDownLatch entered = new CountDownLatch(1);

  /** What an endpoint may wait for, as {@code /slow} does; open when this is closed. */
  final CountDownLatch leave = new CountDownLatch(1);

  private final ApiServer server;
  private final List<RawConnection> connections = new ArrayList<>();

  private RouteServer(ApiServer server) {
    this.server = server;
  }

  private RouteServer(Consumer<ServerSettings> settings) {
    List<Route> routes =
        List.of(
            Route.of(
                    Scope.SEARCH, "POST", "/echo", request -> Answer.ok(request.read(body -> body)))
                .readingJson(BODY_LIMIT)
                .knowing("cursor"),
            Route.of(Scope.SEARCH, "GET", "/echo", request -> text(request.parameters().text("q")))
                .knowing("q", "cursor"),
            Route.open("GET", "/open", request -> text("open")),
            Route.open("GET", "/health", request -> text("healthy")).evenWhenOverloaded(),
            Route.of(Scope.SEARCH, "GET", "/refusal", RouteServer::refuse),
            Route.of(Scope.SEARCH, "GET", "/slow", this::answerLater));
    server = started(routes, KEYS, settings);
  }

  /** Starts a server with settings and with the keys of two users. */
  static RouteServer of(Consumer<ServerSettings> settings, Route... routes) {
    return new RouteServer(start(List.of(routes), KEYS, settings));
  }

  /** Starts a server with a few routes that know nothing of offers. */
  static RouteServer echo() {
    return echo(DEFAULTS);
  }

  /** Starts a server with settings, and with a few routes that know nothing of offers. */
  static RouteServer echo(Consumer<ServerSettings> settings) {
    RouteServer started = new RouteServer(settings);
    started.server.ready();
    return started;
  }

  /** Starts a server with a few routes that lets no requests in yet. */
  static RouteServer unready() {
    return new RouteServer(DEFAULTS);
  }

  /** Starts a server that lets requests in. */
  public static ApiServer start(List<Route> routes, KeyRing keys) {
    return start(routes, keys, DEFAULTS);
  }

  /** Starts a server with settings that lets requests in. */
  public static ApiServer start(
      List<Route> routes, KeyRing keys, Consumer<ServerSettings> settings) {
    ApiServer server = started(routes, keys, settings);
    server.ready();
    return server;
  }

  /** Starts a server that lets no requests in yet. */
  public static ApiServer started(
      List<Route> routes, KeyRing keys, Consumer<ServerSettings> settings) {
    ApiServer server = new ApiServer(routes, keys, ServerSettings.defaults().with(settings));
    try {
      server.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return server;
  }

  private static Answer text(String text) {
    return Answer.ok(JsonBody.write(String.valueOf(text)));
  }

  private static Answer refuse(ApiRequest request) {
    throw new EngineException(ErrorCode.DEADLINE_EXCEEDED, "DEADLINE_EXCEEDED: too long");
  }

  private Answer answerLater(ApiRequest request) {
    entered.countDown();
    await(leave);
    return text("late");
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

  int port() {
    return server.port();
  }

  TestClient client() {
    return new TestClient(server.port());
  }

  /** Opens a connection from an address of this machine, which is open until this is closed. */
  RawConnection open(String address) throws IOException {
    RawConnection connection = RawConnection.from(address, server.port());
    connections.add(connection);
    return connection;
  }

  /** Sends characters on a new connection, which stays open until this is closed. */
  RawConnection send(String text) throws IOException {
    return open("127.0.0.1").send(text);
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
  public void close() {
    leave.countDown();
    try {
      hangUp();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.close();
  }
}
