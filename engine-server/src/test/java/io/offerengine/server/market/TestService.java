package io.offerengine.server.market;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.OfferEngine;
import io.offerengine.server.admin.AdminRoutes;
import io.offerengine.server.admin.IngestLimits;
import io.offerengine.server.admin.LedgerRoutes;
import io.offerengine.server.alerts.AlertLimits;
import io.offerengine.server.alerts.AlertLog;
import io.offerengine.server.alerts.HeardChanges;
import io.offerengine.server.alerts.SavedSearchRegistry;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.RouteServer;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.invoices.SqlLedger;
import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.KeyRegistry;
import io.offerengine.server.keys.KeyRing;
import io.offerengine.server.keys.KeyTerms;
import io.offerengine.server.log.LogFormat;
import io.offerengine.server.log.LogLevel;
import io.offerengine.server.log.ServiceLogs;
import io.offerengine.server.metrics.ServiceMetrics;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.TestDatabase;
import io.offerengine.server.templates.DatabaseSecret;
import io.offerengine.server.templates.TemplateRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** All routes of the service behind a real server, over a market of a few made-up offers. */
final class TestService implements AutoCloseable {
  /** Where templates are. */
  static final String TEMPLATES = "/api/v0/template/";

  /** The administrator whose requests send {@link TestClient#KEY}. */
  static final long ALICE = 1;

  /** The key of user 2. */
  static final String BOBS_KEY = "bobs-key";

  /** A key that opens nothing. */
  static final String USELESS_KEY = "useless-key";

  /** The largest body of an ingest, in bytes. */
  static final int BATCH_BYTES = 1 << 16;

  private static final Map<String, Caller> CALLERS =
      Map.of(
          TestClient.KEY,
          Caller.administrator(ALICE),
          BOBS_KEY,
          Caller.user(2),
          "key-7",
          Caller.user(7),
          "key-8",
          Caller.user(8),
          USELESS_KEY,
          new Caller(2, false, Set.of(), 0));

  /** A user with a key, and nothing else. */
  record User(long id, String key, TestClient client) {}

  private final TestMarket market = TestMarket.open();
  private final AtomicLong users = new AtomicLong(100);
  private final Path directory;
  private final Database database;
  private final TemplateRegistry templates;
  private final KeyRegistry keys;
  private final List<Route> routes;
  private final ApiServer server;
  private final TestClient client;

  private TestService(ListLimits lists) throws IOException {
    directory = Files.createTempDirectory("service");
    OfferEngine engine = market.engine();
    database = Database.sqlite(directory);
    SqlLedger ledger = new SqlLedger(database);
    templates =
        new TemplateRegistry(
            database,
            DatabaseSecret.open(database, Map.of(), directory.resolve("secret.key")),
            engine.schema());
    List<Route> all = new ArrayList<>(MarketRoutes.of(engine));
    all.addAll(InvoiceRoutes.of(ledger, () -> TestMarket.NOW, lists));
    all.addAll(LedgerRoutes.of(ledger));
    keys = new KeyRegistry(database);
    keys.create(KeyTerms.of(1, false));
    all.addAll(AccountRoutes.of(keys, ledger, lists));
    all.addAll(TemplateRoutes.of(templates, engine.schema(), lists));
    AlertLimits limits = AlertLimits.DEFAULTS;
    SavedSearchRegistry searches =
        new SavedSearchRegistry(
            database,
            new HeardChanges(database, engine, () -> true),
            engine.schema(),
            limits,
            Runnable::run);
    searches.add(1, "first", 0, "{\"id\":1}");
    all.addAll(SavedSearchRoutes.of(engine, searches, new AlertLog(database), templates, limits));
    all.addAll(AdminRoutes.of(engine, new IngestLimits(BATCH_BYTES, 100_000, 2), engine::apply));
    all.addAll(HomeRoutes.of());
    all.addAll(new ServiceMetrics().routes());
    all.addAll(new ServiceLogs(LogFormat.TEXT, LogLevel.WARN).routes());
    routes = List.copyOf(all);
    server =
        RouteServer.start(routes, ((KeyRing) CALLERS::get).or(keys), to -> to.failureLimit = null);
    client = new TestClient(server.port());
  }

  /** Opens a service with a database of its own. */
  static TestService open() {
    return open(ListLimits.defaults());
  }

  /** Opens a service with a database of its own and with limits of its lists. */
  static TestService open(ListLimits lists) {
    try {
      return new TestService(lists);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes a user. */
  User newUser() {
    long id = users.incrementAndGet();
    String key = keys.create(KeyTerms.of(id, false));
    return new User(id, key, client.as(key));
  }

  /** Forgets all templates and bills. */
  void clear() {
    for (String table : List.of("templates", "ledger", "users")) {
      TestDatabase.change(database, "DELETE FROM " + table);
    }
  }

  /** Returns the JSON of a response that must be 200. */
  static JsonNode json(HttpResponse<String> response) {
    String body = TestClient.ok(response);
    assertThat(TestClient.header(response, "Content-Type")).isEqualTo("application/json");
    return OpenApiDocument.parse(body);
  }

  /** Returns what the server answers. */
  List<Route> routes() {
    return routes;
  }

  TestClient client() {
    return client;
  }

  OfferEngine engine() {
    return market.engine();
  }

  Database database() {
    return database;
  }

  TemplateRegistry templates() {
    return templates;
  }

  KeyRegistry keys() {
    return keys;
  }

  @Override
  public void close() {
    server.close();
    database.close();
    market.close();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
