package io.offerengine.server.market;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.server.admin.LedgerRoutes;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.invoices.BillingLedger;
import io.offerengine.server.invoices.SqlLedger;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.KeyRing;
import io.offerengine.server.keys.Scope;
import io.offerengine.server.store.Database;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Billing histories behind a real server, with keys of several users. */
final class TestBilling implements AutoCloseable {
  /** The instant at which its clock stands: 2026-07-18, in seconds since 1970. */
  static final double NOW = 1_784_365_000.25;

  /** The owner of the administrator's key. */
  static final long ADMINISTRATOR = 1;

  private static final KeyRing KEYS =
      Map.of(
              "key-7", Caller.user(7),
              "key-8", Caller.user(8),
              "search-key", new Caller(7, false, Set.of(Scope.SEARCH)))
          ::get;

  private final ApiServer server;
  private final AutoCloseable store;

  private TestBilling(List<Route> routes, AutoCloseable store) throws IOException {
    this.store = store;
    this.server =
        new ApiServer(
            routes, ApiKey.ring(TestClient.KEY, ADMINISTRATOR).or(KEYS), ServerSettings.defaults());
    server.start();
    server.ready();
  }

  /** Opens the ledger in a directory. */
  static TestBilling open(Path directory) throws IOException {
    Database database = Database.sqlite(directory);
    SqlLedger ledger = new SqlLedger(database);
    List<Route> routes =
        new ArrayList<>(InvoiceRoutes.of(ledger, () -> NOW, ListLimits.defaults()));
    routes.addAll(LedgerRoutes.of(ledger));
    return new TestBilling(routes, database);
  }

  /** Opens a ledger for reading only. */
  static TestBilling open(BillingLedger ledger, ListLimits limits) throws IOException {
    return new TestBilling(InvoiceRoutes.of(ledger, () -> NOW, limits), () -> {});
  }

  int port() {
    return server.port();
  }

  /** Returns how many slots of searches are taken. */
  int slotsTaken() {
    return server.slotsTaken();
  }

  /** Sends a request without a body by a key. */
  HttpResponse<String> send(String key, String method, String target) {
    TestClient client = new TestClient(server.port());
    return client.send(client.request(method, target).header("Authorization", "Bearer " + key));
  }

  /** Asks for invoices with the administrator's key; the target begins behind {@code users/}. */
  HttpResponse<String> get(String target) {
    return send(TestClient.KEY, "GET", "/api/v0/users/" + target);
  }

  /** Sends a body of JSON to the operator's routes by the administrator's key. */
  HttpResponse<String> admin(String method, String target, byte[] body) {
    TestClient client = new TestClient(server.port());
    return client.send(
        client
            .json(method, "/admin/users/" + target, "")
            .method(method, BodyPublishers.ofByteArray(body)));
  }

  /** Sends a body of JSON to the operator's routes by the administrator's key. */
  HttpResponse<String> admin(String method, String target, String body) {
    return admin(method, target, body.getBytes(UTF_8));
  }

  @Override
  public void close() {
    server.close();
    try {
      store.close();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
