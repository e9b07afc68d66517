package io.offerengine.server.market;

import io.offerengine.OfferEngine;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.Scope;
import io.offerengine.server.store.Database;
import io.offerengine.server.templates.DatabaseSecret;
import io.offerengine.server.templates.TemplateRegistry;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Templates of three users behind a real server, beside a market of a few invented offers. */
final class TestTemplates implements AutoCloseable {
  static final String PATH = "/api/v0/template/";

  /** The user whose requests send {@link TestClient#KEY}. */
  static final long ALICE = 1;

  static final String BOBS_KEY = "bobs-key";
  static final String SEARCH_KEY = "search-key";

  private static final Map<String, Caller> CALLERS =
      Map.of(
          TestClient.KEY,
          Caller.user(ALICE),
          BOBS_KEY,
          Caller.user(2),
          SEARCH_KEY,
          new Caller(3, false, Set.of(Scope.SEARCH)));

  private final TestMarket market = TestMarket.open();
  private final Database database;
  private final TemplateRegistry registry;
  private final ApiServer server;
  private final TestClient client;

  private TestTemplates(Path directory) throws IOException {
    OfferEngine engine = market.engine();
    database = Database.sqlite(directory);
    registry =
        new TemplateRegistry(
            database,
            DatabaseSecret.open(database, Map.of(), directory.resolve("secret.key")),
            engine.schema());
    List<Route> routes = new ArrayList<>(MarketRoutes.of(engine));
    routes.addAll(TemplateRoutes.of(registry, engine.schema(), ListLimits.defaults()));
    server = new ApiServer(routes, CALLERS::get, ServerSettings.defaults());
    server.start();
    server.ready();
    client = new TestClient(server.port());
  }

  /** Opens the database in a directory. */
  static TestTemplates open(Path directory) throws IOException {
    return new TestTemplates(directory);
  }

  OfferEngine engine() {
    return market.engine();
  }

  TemplateRegistry registry() {
    return registry;
  }

  TestClient client() {
    return client;
  }

  int port() {
    return server.port();
  }

  /** Sends a template as Alice. */
  HttpResponse<String> post(String body) {
    return client.post(PATH, body);
  }

  /** Sends a template with a key. */
  HttpResponse<String> post(String key, String body) {
    return client.send(as(key, client.json("POST", PATH, body)));
  }

  /** Lists templates with a key. */
  HttpResponse<String> list(String key, String select) {
    return client.send(as(key, client.withKey("GET", PATH + "?select=" + select)));
  }

  private static HttpRequest.Builder as(String key, HttpRequest.Builder request) {
    return request.setHeader("Authorization", "Bearer " + key);
  }

  @Override
  public void close() {
    server.close();
    database.close();
    market.close();
  }
}
