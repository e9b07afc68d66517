package io.offerengine.server.router;

import static io.offerengine.server.http.TestClient.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.OfferEngine;
import io.offerengine.cluster.HeldVersions;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.server.admin.AdminRoutes;
import io.offerengine.server.admin.IngestLimits;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.RawConnection;
import io.offerengine.server.http.Readiness;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.market.AgedVersions;
import io.offerengine.server.market.MarketRoutes;
import io.offerengine.server.market.OfferVersions;
import io.offerengine.server.market.PartRoutes;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A router before one member that has all offers: the router answers like the member. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class RouterTest {
  /** Room for some small answers, but not for one of hundreds of offers. */
  private static final int PART_BYTES = 100_000;

  private static final double NOW = 1_784_365_000;
  private static final String EXPORT = "{\"select_cols\":[\"id\"],\"duration\":{\"gte\":60}}";

  private final OfferEngine engine =
      OfferEngine.builder(MarketplaceSchema.schema()).clock(() -> NOW).build();
  private final HeldVersions held = new HeldVersions(engine);
  private ApiServer member;
  private TestRouter router;
  private TestClient client;

  @BeforeEach
  void open() throws Exception {
    Offer offer =
        Offer.builder(MarketplaceSchema.schema())
            .set(MarketplaceSchema.ID, 1)
            .set(MarketplaceSchema.GPU_NAME, "L4")
            .set(MarketplaceSchema.END_DATE, NOW + 3_600)
            .build();
    engine.apply(OfferBatch.builder().upsert(offer).build());
    held.applied(1);
    // The member was cut off 7 s ago.
    OfferVersions versions =
        new AgedVersions(OfferVersions.of(engine), () -> Duration.ofSeconds(7));
    Duration deadline = Duration.ofSeconds(2);
    Readiness readiness = new Readiness();
    List<Route> routes = new ArrayList<>(MarketRoutes.of(engine, versions, readiness, work -> {}));
    routes.addAll(PartRoutes.of(engine, versions, held, "1/1", readiness, work -> {}));
    routes.addAll(AdminRoutes.of(engine, IngestLimits.defaults()));
    ServerSettings settings = ServerSettings.defaults().withDeadline(deadline);
    member = new ApiServer(routes, ApiKey.ring(TestClient.KEY, 1), settings);
    member.start();
    member.ready();
    router =
        new TestRouter(
            List.of("http://127.0.0.1:" + member.port()),
            RouterLimits.of(deadline, PART_BYTES),
            NOW);
    client = router.client();
  }

  @AfterEach
  void close() {
    router.close();
    member.close();
    engine.close();
  }

  private HttpResponse<String> direct(String method, String target, String body) {
    TestClient own = new TestClient(member.port());
    return own.send(own.json(method, target, body));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "POST | /api/v0/bundles          | {}",
        "POST | /api/v0/bundles          | {\"q\":{},\"select_cols\":[\"id\",\"gpu_name\"]}",
        "PUT  | /api/v0/search/asks      | {\"q\":{},\"limit\":1}",
        "GET  | /api/v0/bundles?q=%7B%7D | ``",
        "GET  | /api/v0/search/asks      | ``",
        "GET  | /api/v0/bundles?limit=1&type=ask&select_cols=%5B%22gpu_name%22%5D | ``",
        "POST | /market/v1/query         | {}",
        "POST | /market/v1/facets        | {\"facets\":{\"values\":{\"gpu_name\":5}}}",
        "POST | /market/v1/page          | {}",
        "POST | /market/v1/export        | {}",
        "GET  | /api/v0/gpu_names/unique | ``",
        "GET  | /admin/offers/1          | ``",
      })
  void answers_nameVersionAndAge_andTakeMinVersion(String method, String path, String body) {
    String target = path + (path.contains("?") ? "&" : "?") + "min_version=1";
    HttpResponse<String> expected = direct(method, target, body);
    HttpResponse<String> answer = client.send(client.json(method, target, body));
    assertThat(expected.statusCode()).as(expected.body()).isEqualTo(200);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo(expected.body());
    for (String header : List.of("Offers-Version", "Offers-Age")) {
      assertThat(answer.headers().firstValue(header))
          .as(header)
          .isPresent()
          .isEqualTo(expected.headers().firstValue(header));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "", "-1", "1234567890123456789", "%C3%28"})
  void malformedMinVersion_isRefusedAsByMembers(String version) {
    String target = "/market/v1/query?min_version=" + version;
    HttpResponse<String> refused = client.send(client.json("POST", target, "{}"));
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).isEqualTo(direct("POST", target, "{}").body());
  }

  /** Refusals of parameters that only members read. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "q=%ff",
        "q=%7B",
        "q=%00",
        "q=+%2B%26%3D%25",
        "limit=x",
        "limit=%C3%A9",
        "type=a+b",
        "order=%5B",
        "select_cols=%5B%22%C3%A9%22%5D",
        "q=%7B%22limit%22:1%7D&limit=2"
      })
  void parametersOfSearches_areRefusedAsByMembers(String query) throws Exception {
    String key = "Authorization: Bearer " + TestClient.KEY + "\r\n";
    assertThat(raw(router.port(), "GET /api/v0/bundles?" + query, key))
        .startsWith("HTTP/1.1 400 ")
        .isEqualTo(raw(member.port(), "GET /api/v0/bundles?" + query, key));
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v0/bundles?q={}&api_key=test-key",
    "/api/v0/bundles?api_key=wrong&q={}",
    "/api/v0/bundles?api_key=%0d%0aX:%20y&q={}",
    "/api/v0/bundles?api_key=%C3%A9&q={}",
    "/api/v0/bundles?api_key=test-key&api_key=test-key&q={}",
    "/api/v0/bundles?q={}",
    "/api/v0/template/?api_key=test-key",
    "/market/v1/alerts?api_key=test-key",
    "//api//v0/bundles/?q={}&api_key=test-key",
    "//admin//stats?x=//",
    "/market/v1//..//..//admin/offers//1?"
  })
  void keysInTheAddress_countAsAtMembers(String target) throws Exception {
    assertThat(raw(router.port(), "GET " + target, ""))
        .isEqualTo(raw(member.port(), "GET " + target, ""));
    String header = "Authorization: Bearer test-key\r\n";
    assertThat(raw(router.port(), "GET " + target, header))
        .isEqualTo(raw(member.port(), "GET " + target, header));
  }

  @Test
  void exports_readTheClockOfTheRouter() {
    HttpResponse<String> export = client.send(client.json("POST", "/market/v1/export", EXPORT));
    assertThat(export.body()).isEqualTo("{\"id\":1}\n");
  }

  /** Answers as the member does to a request line that java.net.http would not send. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin/stats?x={\"a\":[1,2]}|^`<>",
        "/admin/offers/%7B",
        "/market/v1/none?x=%7b+Ð¶",
      })
  void targets_thatAreNoUris_areForwarded(String target) throws Exception {
    assertThat(raw(router.port(), "GET " + target, ""))
        .isEqualTo(raw(member.port(), "GET " + target, ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "%zz", "%a"})
  void malformedEscapes_areRefusedAsByMembers(String query) throws Exception {
    String key = "Authorization: Bearer " + TestClient.KEY + "\r\n";
    String start = "GET /admin/stats?" + query;
    assertThat(raw(router.port(), start, key))
        .contains("invalid_request")
        .isEqualTo(raw(member.port(), start, key));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization: Bearer test-key\r\nAuthorization: Bearer other\r\n",
        "Authorization: Bearer \u00ff\u00fe\r\n",
        "Authorization: Bearer \u00d0\u00b6\r\n",
        "User-Agent: \u00d0\u00b6\r\nAuthorization: Bearer test-key\r\n",
        "Content-Length: 00\r\nAuthorization: Bearer test-key\r\n",
        "Accept:\r\nAuthorization: Bearer test-key\r\n",
      })
  void headers_areForwardedAsSent(String headers) throws Exception {
    for (String start : List.of("GET /admin/stats?x=1", "GET /api/v0/bundles?q={}")) {
      assertThat(raw(router.port(), start, headers))
          .as(start)
          .isEqualTo(raw(member.port(), start, headers));
    }
  }

  /** Returns the status and the body of an answer. */
  private static String raw(int port, String start, String headers) throws Exception {
    try (RawConnection connection = new RawConnection(port)) {
      connection.send(start + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" + headers + "\r\n");
      String status = connection.readLine();
      for (String line = connection.readLine(); !line.isEmpty(); ) {
        line = connection.readLine();
      }
      return status + "\n" + connection.readLine();
    }
  }

  @Test
  void answers_thatFindNoRoom_areRefused_andOthersGiveTheirsBack() {
    StringBuilder offers = new StringBuilder();
    for (int id = 10; id < 500; id++) {
      offers.append("{\"id\":").append(id).append(",\"gpu_name\":\"L").append(id).append("\"}\n");
    }
    assertThat(client.send(client.json("PUT", "/admin/offers", offers.toString())).statusCode())
        .isEqualTo(200);
    held.applied(490);
    String version = "?min_version=2";
    for (int i = 0; i < 100; i++) {
      HttpResponse<String> answer =
          client.send(client.json("POST", "/api/v0/bundles" + version, "{\"limit\":1}"));
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      assertError(
          client.send(client.json("POST", "/api/v0/bundles" + version, "{\"limit\":500}")),
          503,
          "unavailable",
          "the 100000 bytes that the router has for them");
    }
  }

  @Test
  void writes_reachTheMember() {
    HttpResponse<String> put =
        client.send(client.json("PUT", "/admin/offers", "{\"id\":2,\"gpu_name\":\"A100\"}"));
    assertThat(put.statusCode()).as(put.body()).isEqualTo(200);
    assertThat(engine.snapshot().size()).isEqualTo(2);
    HttpResponse<String> shown = client.send(client.withKey("GET", "/admin/offers/2"));
    assertThat(shown.body()).isEqualTo(direct("GET", "/admin/offers/2", "").body());
    assertError(client.send(client.withKey("GET", "/admin/offers/3")), 404, "unknown_offer", "3");
  }
}
