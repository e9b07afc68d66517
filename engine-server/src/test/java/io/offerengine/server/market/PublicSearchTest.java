package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.assertError;
import static io.offerengine.server.http.TestClient.ok;

import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.RouteServer;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.http.limit.RateLimit;
import io.offerengine.server.keys.ApiKey;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Searches without a key, where the operator allows them. */
class PublicSearchTest {
  private static final int BURST = 12;

  @AutoClose private static final TestMarket market = TestMarket.open();

  /** A server on which an address may send some searches an hour without a key. */
  @AutoClose
  private static final ApiServer server =
      RouteServer.start(
          MarketRoutes.withPublicSearch(MarketRoutes.of(market.engine())),
          ApiKey.ring(TestClient.KEY, 1),
          to -> to.keylessLimit = new RateLimit(BURST, Duration.ofHours(1)));

  private static final TestClient client = new TestClient(server.port());
  private static final TestClient keyless = client.as("");

  /** An export costs more than a search, and holds a thread until its client has read it. */
  @ParameterizedTest
  @CsvSource({"POST, /market/v1/export", "GET, /admin/offers/1000"})
  void everythingElse_needsAKey(String method, String path) {
    assertError(keyless.send(method, path, "{}"), 401, "auth_error", "no API key was sent");
  }

  @Test
  void searches_needNoKeyAreLimitedByAddressAndThoseWithAKeyAreNot() {
    String[][] searches = {
      {"POST", "/api/v0/bundles", "{}"},
      {"GET", "/api/v0/bundles?q={}", ""},
      {"PUT", "/api/v0/search/asks", "{\"q\":{}}"},
      {"POST", "/market/v1/query", "{}"},
      {"POST", "/market/v1/facets", "{\"facets\":{}}"},
      {"POST", "/market/v1/page", "{}"}
    };
    for (int i = 0; i < BURST; i++) {
      String[] each = searches[i % searches.length];
      ok(keyless.send(each[0], each[1], each[2]));
    }
    assertError(
        keyless.post("/market/v1/page", "{}"),
        429,
        "too_many_requests",
        "this address sends requests without an API key faster than it may; try again in");
    ok(client.post("/market/v1/page", "{}"));
  }

  @Test
  void search_withAWrongKey_isRefusedAllTheSame() {
    HttpResponse<String> response = client.as("wrong").post("/market/v1/page", "{}");
    assertError(response, 401, "auth_error", "the API key is unknown");
  }
}
