package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.RouteServer;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.http.limit.RateLimit;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.keys.Scope;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Searches without a key, where the operator allows them. */
class PublicSearchTest {
  private static final int BURST = 12;

  @AutoClose private static final TestMarket market = TestMarket.open();

  /** Starts a server on which an address may send some searches a day without a key. */
  private static ApiServer start() {
    List<Route> routes = MarketRoutes.withPublicSearch(MarketRoutes.of(market.engine()));
    ServerSettings settings =
        ServerSettings.defaults().withKeylessLimit(new RateLimit(BURST, Duration.ofHours(1)));
    return RouteServer.start(routes, ApiKey.ring(TestClient.KEY, 1), settings);
  }

  private static HttpResponse<String> send(ApiServer server, String method, String target) {
    TestClient client = new TestClient(server.port());
    String body =
        target.endsWith("asks")
            ? "{\"q\":{}}"
            : target.endsWith("facets") ? "{\"facets\":{}}" : "{}";
    return client.send(
        client
            .request(method, target)
            .header("Content-Type", "application/json")
            .method(
                method,
                method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
  }

  @Test
  void searches_needNoKey() {
    Map<String, String> searches =
        Map.of(
            "/api/v0/bundles", "POST",
            "/api/v0/bundles?q=%7B%7D", "GET",
            "/api/v0/search/asks", "PUT",
            "/market/v1/query", "POST",
            "/market/v1/facets", "POST",
            "/market/v1/page", "POST");
    try (ApiServer server = start()) {
      searches.forEach((target, method) -> {
        HttpResponse<String> response = send(server, method, target);
        assertThat(response.statusCode()).as("%s: %s", target, response.body()).isEqualTo(200);
      });
    }
  }

  /** An export costs more than a search, and holds a thread until its client has read it. */
  @Test
  void export_needsAKey() {
    try (ApiServer server = start()) {
      HttpResponse<String> response = send(server, "POST", "/market/v1/export");
      assertError(response, 401, "auth_error", "no API key was sent");
    }
  }

  @Test
  void searches_areTheOnlyRoutesThatNeedNoKey() {
    List<String> open =
        MarketRoutes.withPublicSearch(
                List.of(
                    Route.of(Scope.SEARCH, "POST", "/market/v1/query", request -> null),
                    Route.of(Scope.SEARCH, "POST", "/market/v1/other", request -> null),
                    Route.of(Scope.ADMIN, "PUT", "/admin/offers", request -> null)))
            .stream()
            .filter(Route::isPublic)
            .map(Route::path)
            .toList();
    assertThat(open).containsExactly("/market/v1/query");
  }

  @Test
  void searches_withoutAKeyAreLimitedByAddressAndThoseWithAKeyAreNot() {
    try (ApiServer server = start()) {
      for (int i = 0; i < BURST; i++) {
        assertThat(send(server, "POST", "/market/v1/page").statusCode()).isEqualTo(200);
      }
      assertError(
          send(server, "POST", "/market/v1/page"),
          429,
          "too_many_requests",
          "this address sends requests without an API key faster than it may; try again in");
      TestClient client = new TestClient(server.port());
      HttpResponse<String> known = client.post("/market/v1/page", "{}");
      assertThat(known.statusCode()).isEqualTo(200);
    }
  }

  @Test
  void search_withAWrongKey_isRefusedAllTheSame() {
    try (ApiServer server = start()) {
      TestClient client = new TestClient(server.port());
      HttpResponse<String> response =
          client.send(
              client
                  .request("POST", "/market/v1/page")
                  .header("Authorization", "Bearer wrong")
                  .header("Content-Type", "application/json")
                  .POST(BodyPublishers.ofString("{}")));
      assertError(response, 401, "auth_error", "the API key is unknown");
    }
  }
}
