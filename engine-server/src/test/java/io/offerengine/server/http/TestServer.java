package io.offerengine.server.http;

import io.offerengine.json.JsonBody;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.keys.Scope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A server with a few routes that know nothing of offers. */
final class TestServer implements AutoCloseable {
  /** The body limit of {@code POST /echo}. */
  static final int BODY_LIMIT = 1_000;

  final CountDownLatch entered = new CountDownLatch(1);
  final CountDownLatch leave = new CountDownLatch(1);
  private final ApiServer server;

  private TestServer(ServerSettings settings) {
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
            Route.of(Scope.SEARCH, "GET", "/refusal", TestServer::refuse),
            Route.of(Scope.SEARCH, "GET", "/fault", TestServer::fail),
            Route.of(Scope.SEARCH, "GET", "/slow", this::answerLater));
    server = new ApiServer(routes, ApiKey.ring(TestClient.KEY, 1), settings);
  }

  /** Starts a server that is ready. */
  static TestServer start() {
    return start(ServerSettings.defaults());
  }

  /** Starts a server that is ready. */
  static TestServer start(ServerSettings settings) {
    TestServer started = startUnready(settings);
    started.server.ready();
    return started;
  }

  /** Starts a server that is not ready yet. */
  static TestServer startUnready(ServerSettings settings) {
    TestServer started = new TestServer(settings);
    try {
      started.server.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return started;
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

  @Override
  public void close() {
    leave.countDown();
    server.close();
  }

  private static Answer text(String text) {
    return Answer.ok(JsonBody.write(String.valueOf(text)));
  }

  private static Answer refuse(ApiRequest request) {
    throw new EngineException(ErrorCode.DEADLINE_EXCEEDED, "DEADLINE_EXCEEDED: too long");
  }

  private static Answer fail(ApiRequest request) {
    throw new IllegalStateException("a secret of the inside");
  }

  private Answer answerLater(ApiRequest request) {
    entered.countDown();
    RouteServer.await(leave);
    return text("late");
  }
}
