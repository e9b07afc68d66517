package io.offerengine.server.http;

import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.keys.KeyRing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * An extension with a real server of a test's own routes, started before each test and closed after
 * it.
 */
public final class RouteServer implements BeforeEachCallback, AfterEachCallback {
  private final List<Route> routes;
  private final ServerSettings settings;
  private @Nullable ApiServer server;

  private RouteServer(ServerSettings settings, Route... routes) {
    this.settings = settings;
    this.routes = List.of(routes);
  }

  /** Returns a server that accepts the key of a {@link TestClient}. */
  static RouteServer of(Route... routes) {
    return new RouteServer(ServerSettings.defaults(), routes);
  }

  /** Returns a server with settings that accepts the key of a {@link TestClient}. */
  static RouteServer of(ServerSettings settings, Route... routes) {
    return new RouteServer(settings, routes);
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

  @Override
  public void beforeEach(ExtensionContext context) {
    server = start(routes, ApiKey.ring(TestClient.KEY, 1), settings);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    server().close();
  }

  /** Returns a client, also before the server has started. */
  TestClient client() {
    return new TestClient(this::port);
  }

  int port() {
    return server().port();
  }

  ApiServer server() {
    if (server == null) {
      throw new IllegalStateException("the test has not begun");
    }
    return server;
  }
}
