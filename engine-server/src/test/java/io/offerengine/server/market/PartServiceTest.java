package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.assertError;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.OfferEngine;
import io.offerengine.cluster.HeldVersions;
import io.offerengine.cluster.merge.MergedFacets;
import io.offerengine.cluster.merge.MergedPage;
import io.offerengine.cluster.merge.MergedRows;
import io.offerengine.cluster.part.FacetsPart;
import io.offerengine.cluster.part.PagePart;
import io.offerengine.cluster.part.RowsPart;
import io.offerengine.cluster.part.TextsPart;
import io.offerengine.facet.Facets;
import io.offerengine.json.FacetCodec;
import io.offerengine.json.JsonLimits;
import io.offerengine.json.PageCodec;
import io.offerengine.json.SearchCodec;
import io.offerengine.json.SearchResponse;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Readiness;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.keys.ApiKey;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a member sends to a router. */
class PartServiceTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final JsonLimits LIMITS = JsonLimits.DEFAULTS;
  private static final String PART = "/market/v1/part/";
  private static final String BY_PRICE = "\"order\":[[\"dph_total\",\"asc\"]]";
  private static final double NOW = TestMarket.NOW;

  private final OfferEngine engine = OfferEngine.builder(SCHEMA).clock(() -> NOW).build();
  private final HeldVersions held = new HeldVersions(engine);
  private final Readiness readiness = new Readiness();
  private final List<ApiServer> servers = new ArrayList<>();
  private TestClient client;

  @BeforeEach
  void open() throws IOException {
    for (long id = 1; id <= 6; id++) {
      apply(id);
    }
    client = member(null);
  }

  @AfterEach
  void close() {
    servers.forEach(ApiServer::close);
    engine.close();
  }

  /** Starts a member that also answers clients, so that both answers can be compared. */
  private TestClient member(@Nullable Duration deadline) throws IOException {
    List<Route> routes = new ArrayList<>(MarketRoutes.of(engine));
    OfferVersions versions = OfferVersions.of(engine);
    routes.addAll(PartRoutes.of(engine, versions, held, "2/3", readiness, work -> {}));
    return start(routes, deadline);
  }

  private TestClient start(List<Route> routes, @Nullable Duration deadline) throws IOException {
    ServerSettings settings = ServerSettings.defaults().withDeadline(deadline);
    ApiServer server = new ApiServer(routes, ApiKey.ring(TestClient.KEY, 1), settings);
    servers.add(server);
    server.start();
    server.ready();
    return new TestClient(server.port());
  }

  /** Stores an offer, so that the engine has its number as version. */
  private void apply(long id) {
    Offer offer =
        Offer.builder(SCHEMA)
            .set(MarketplaceSchema.ID, id)
            .set(MarketplaceSchema.GPU_NAME, id % 2 == 0 ? "L4" : "RTX 4090")
            .set(MarketplaceSchema.BUNDLE_ID, id / 3)
            .set(MarketplaceSchema.DPH_BASE, 2.0 - 0.25 * id)
            .set(MarketplaceSchema.DISK_SPACE, 100.0)
            .set(MarketplaceSchema.END_DATE, NOW + 3_600)
            .build();
    engine.apply(OfferBatch.builder().upsert(offer).build());
    held.applied(1);
  }

  private HttpRequest.Builder request(String kind, String body) {
    return client.json("POST", PART + kind, body);
  }

  /** Sends a request that succeeds. */
  private HttpResponse<byte[]> send(HttpRequest.Builder request) {
    HttpResponse<byte[]> response = client.sendForBytes(request);
    assertThat(response.statusCode()).as(new String(response.body(), UTF_8)).isEqualTo(200);
    assertThat(header(response, "Offers-Shard")).isEqualTo("2/3");
    assertThat(header(response, "Member-Version"))
        .isEqualTo(Long.toString(engine.snapshot().version()));
    return response;
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElseThrow();
  }

  private String ask(String path, String body) {
    HttpResponse<String> response = client.send(client.json("POST", path, body));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body();
  }

  /** A member that was cut off gets a batch while it answers: the answer lacks this batch. */
  @Test
  void age_isThatOfTheOffersInTheAnswer() throws IOException {
    OfferVersions versions = OfferVersions.of(engine);
    OfferVersions late =
        new AgedVersions(versions, () -> Duration.ofSeconds(versions.version() == 6 ? 9 : 0));
    client = start(PartRoutes.of(engine, late, held, "2/3", readiness, work -> apply(7)), null);
    HttpResponse<byte[]> part = send(request("search", "{}").header("Offers-Version", "6"));
    assertThat(header(part, "Offers-Version")).isEqualTo("6");
    assertThat(header(part, "Offers-Age")).isEqualTo("9");
  }

  private RowsPart rows(HttpRequest.Builder request) {
    HttpResponse<byte[]> response = send(request);
    assertThat(header(response, "Content-Type")).isEqualTo("application/octet-stream");
    ByteBuffer bytes = ByteBuffer.wrap(response.body());
    RowsPart rows = RowsPart.read(bytes);
    assertThat(bytes.hasRemaining()).isFalse();
    return rows;
  }

  private static List<Long> ids(RowsPart rows) {
    List<Long> ids = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      ids.add(rows.cursor(row).id());
    }
    return ids;
  }

  private static String text(SearchResponse response) {
    ByteBuffer bytes = ByteBuffer.allocate(response.length());
    response.writeTo(bytes);
    return new String(bytes.array(), UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "search   | /api/v0/bundles    | {`limit`:3,ORDER,`disable_bundling`:true}",
        "search   | /api/v0/bundles    | {ORDER,`num_gpus`:{`gte`:4}}",
        "query    | /market/v1/query   | {`limit`:3,ORDER,`any_of`:[{`gpu_name`:`L4`},{`id`:1}]}"
      })
  void rows_mergedAlone_areTheAnswerToAClient(String kind, String path, String template) {
    String body = template.replace('`', '"').replace("ORDER", BY_PRICE);
    SearchCodec codec = new SearchCodec(SCHEMA);
    Query query = codec.readQuery(body.getBytes(UTF_8)).query();
    RowsPart rows = rows(request(kind, body));
    MergedRows merged = MergedRows.of(List.of(rows), query.cursorOrder(), query.limit());
    assertThat(text(codec.prepareResponse(merged.json()))).isEqualTo(ask(path, body));
    HttpResponse<String> answer = client.send(client.json("POST", path, body));
    assertThat(merged.nextToken())
        .isEqualTo(answer.headers().firstValue("Next-Cursor").orElse(null));
  }

  @Test
  void envelopeAndCursor_readLikeThoseOfClients() {
    String query = "{\"limit\":2,\"disable_bundling\":true," + BY_PRICE + "}";
    RowsPart first = rows(request("search", "{\"select_cols\":[\"*\"],\"q\":" + query + "}"));
    assertThat(ids(first)).containsExactly(6L, 5L);
    assertThat(first.hasMore()).isTrue();
    RowsPart second = rows(request("search?cursor=" + first.token(1), query));
    assertThat(ids(second)).containsExactly(4L, 3L);
    RowsPart last = rows(request("search?cursor=" + second.token(1), query));
    assertThat(ids(last)).containsExactly(2L, 1L);
    assertThat(last.hasMore()).isFalse();
  }

  @Test
  void part_atAnEarlierVersion_hasTheOffersOfThisVersion() {
    String body = "{\"disable_bundling\":true," + BY_PRICE + "}";
    HttpResponse<byte[]> response = send(request("search", body).header("Offers-Version", "4"));
    assertThat(header(response, "Offers-Version")).isEqualTo("4");
    assertThat(ids(RowsPart.read(ByteBuffer.wrap(response.body()))))
        .containsExactly(4L, 3L, 2L, 1L);
    HttpResponse<byte[]> newest = send(request("search", body));
    assertThat(header(newest, "Offers-Version")).isEqualTo("6");
    assertThat(ids(RowsPart.read(ByteBuffer.wrap(newest.body())))).hasSize(6);
  }

  @Test
  void part_atAVersionThatIsGone_isRefusedWithTheVersionOfTheMember() {
    // As if so many rows had changed since.
    held.applied(2_000);
    HttpResponse<String> response =
        client.send(request("search", "{}").header("Offers-Version", "2"));
    assertError(response, 409, "version_not_held", "the version 2 of the offers is no longer held");
    assertThat(header(response, "Member-Version")).isEqualTo("6");
    assertThat(header(response, "Offers-Shard")).isEqualTo("2/3");
  }

  @Test
  void part_atAVersionToCome_waitsForIt() throws Exception {
    CompletableFuture<HttpResponse<String>> waiting =
        client.sendAsync(client.withKey("GET", PART + "position").header("Offers-Version", "7"));
    assertThat(waiting).isNotDone();
    apply(7);
    HttpResponse<String> response = waiting.get();
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(header(response, "Offers-Version")).isEqualTo("7");
  }

  @Test
  void part_atAVersionThatDoesNotCome_isRefusedAfterTheDeadline() throws IOException {
    client = member(Duration.ofMillis(200));
    HttpResponse<String> response =
        client.send(request("facets", "{\"facets\":{}}").header("Offers-Version", "8"));
    assertError(
        response,
        409,
        "version_not_held",
        "the version 8 of the offers did not come in time; this member has the version 6");
    assertThat(header(response, "Member-Version")).isEqualTo("6");
  }

  @Test
  void rows_atAGivenTime_haveTheDurationsOfThisTime() {
    RowsPart rows =
        rows(request("search", "{\"limit\":1}").header("Search-Clock", Double.toString(NOW + 600)));
    assertThat(rows.cursor(0).clock()).isEqualTo(NOW + 600);
    assertThat(UTF_8.decode(rows.json(0)).toString()).contains("\"duration\":3000.0");
  }

  @Test
  void facets_haveAllValuesWhateverTheLimit() {
    String body = "{\"facets\":{\"values\":{\"gpu_name\":1,\"dph_base\":2},\"range\":[\"id\"]}}";
    FacetCodec codec = new FacetCodec(SCHEMA);
    FacetCodec.Request asked = codec.readRequest(body.getBytes(UTF_8));
    ByteBuffer bytes = ByteBuffer.wrap(send(request("facets", body)).body());
    Facets facets = FacetsPart.read(bytes, asked.facets());
    assertThat(facets.values().get(0).counts()).hasSize(2);
    assertThat(facets.values().get(1).counts()).hasSize(6);
    Facets merged = MergedFacets.of(asked.facets(), List.of(facets));
    assertThat(new String(codec.writeResponse(merged), UTF_8))
        .isEqualTo(ask("/market/v1/facets", body));
  }

  @ParameterizedTest
  @CsvSource({"facets", "page"})
  void quantiles_areRefused(String kind) {
    assertError(
        client.send(request(kind, "{\"facets\":{\"quantiles\":{\"dph_base\":[0.5]}}}")),
        400,
        "operator_not_supported",
        "do not follow from those of shards");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{`limit`:4,`facets`:{`values`:{`gpu_name`:1}}}",
        "{`disable_bundling`:true,ORDER}",
        "{`num_gpus`:{`gte`:4},`gpu_name`:`L4`,`allocated_storage`:50}"
      })
  void page_mergedAlone_isThePageOfAClient(String template) {
    String body = template.replace('`', '"').replace("ORDER", BY_PRICE);
    PageCodec codec = new PageCodec(SCHEMA, QueryLimits.DEFAULTS, LIMITS);
    PageCodec.Request asked = codec.readRequest(body.getBytes(UTF_8));
    Query query = asked.search().query();
    PagePart part =
        PagePart.read(ByteBuffer.wrap(send(request("page", body)).body()), asked.facets());
    MergedPage merged =
        MergedPage.of(List.of(part), query.cursorOrder(), query.limit(), asked.facets());
    assertThat(text(codec.prepareResponse(merged.rows().json(), merged.counts())))
        .isEqualTo(ask("/market/v1/page", body));
  }

  @Test
  void export_hasTheLinesOfAVersion() {
    String body = "{\"select_cols\":[\"id\"]}";
    HttpResponse<byte[]> response = send(request("export", body).header("Offers-Version", "3"));
    assertThat(header(response, "Content-Type")).isEqualTo("application/x-ndjson");
    assertThat(header(response, "Offers-Version")).isEqualTo("3");
    assertThat(new String(response.body(), UTF_8).lines())
        .containsExactlyInAnyOrder("{\"id\":1}", "{\"id\":2}", "{\"id\":3}");
  }

  @Test
  void namesAndPosition_needNoKey() {
    HttpResponse<byte[]> names = send(client.request("GET", PART + "gpu_names"));
    assertThat(TextsPart.read(ByteBuffer.wrap(names.body()))).containsExactly("L4", "RTX 4090");
    HttpResponse<byte[]> position = send(client.request("GET", PART + "position"));
    assertThat(header(position, "Offers-Version")).isEqualTo("6");
    readiness.add(() -> "the service is stopping");
    HttpResponse<String> refused = client.send(client.request("GET", PART + "position"));
    assertError(refused, 503, "unavailable", "the service is stopping");
    assertThat(header(refused, "Member-Version")).isEqualTo("6");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Offers-Version | -1 | a whole number of at most 18 digits, but got \\\"-1\\\"",
        "Offers-Version | 1.5 | but got \\\"1.5\\\"",
        "Search-Clock | NaN | a number of seconds since 1970, but got \\\"NaN\\\"",
        "Search-Clock | now | but got \\\"now\\\""
      })
  void header_thatCannotBeRead_isRefused(String name, String value, String problem) {
    HttpResponse<String> response = client.send(request("search", "{}").header(name, value));
    assertError(response, 400, "invalid_value", "the header " + name + " takes a ");
    assertThat(response.body()).contains(problem);
  }

  @Test
  void requestsOfClients_areCheckedAsEverywhere() {
    HttpResponse<String> unknown =
        client.send(request("search", "{\"gpu_nme\":1}").header("Offers-Version", "99"));
    assertError(unknown, 400, "unknown_field", "did you mean gpu_name?");
    assertThat(header(unknown, "Offers-Shard")).isEqualTo("2/3");
    for (String kind : List.of("search", "query", "facets", "page", "export")) {
      HttpRequest.Builder keyless =
          client
              .request("POST", PART + kind)
              .header("Content-Type", "application/json")
              .method("POST", BodyPublishers.ofString("{}"));
      assertError(client.send(keyless), 401, "auth_error", "");
    }
    assertError(client.send(request("export?cursor=1", "{}")), 400, "invalid_request", "cursor");
  }

  @Test
  void shardsMember_answersNoSearchOfAClient() throws IOException {
    List<Route> routes = MarketRoutes.ofShard(MarketRoutes.of(engine), "2/3");
    client = start(routes, null);
    for (Route route : MarketRoutes.of(engine)) {
      // Routers look for a single offer at each shard.
      boolean isAnswered = route.path().endsWith("z") || route.path().equals("/admin/offers/{id}");
      HttpResponse<String> response =
          route.method().equals("GET")
              ? client.send(client.withKey("GET", route.path().replace("{id}", "1")))
              : client.send(client.json(route.method(), route.path(), "{}"));
      if (isAnswered) {
        assertThat(response.statusCode()).isEqualTo(200);
      } else {
        assertError(response, 404, "not_found", "this member has the shard 2/3 of the offers");
      }
    }
  }

  @Test
  void searchesWithoutAKey_areAnsweredIfTheOperatorAllowsThem() throws IOException {
    List<Route> routes =
        PartRoutes.of(engine, OfferVersions.of(engine), held, "1/1", new Readiness(), work -> {});
    client = start(MarketRoutes.withPublicSearch(routes), null);
    for (String kind : List.of("search", "query", "page")) {
      HttpRequest.Builder keyless =
          client
              .request("POST", PART + kind)
              .header("Content-Type", "application/json")
              .method("POST", BodyPublishers.ofString("{}"));
      assertThat(client.sendForBytes(keyless).statusCode()).isEqualTo(200);
    }
    HttpRequest.Builder export =
        client
            .request("POST", PART + "export")
            .header("Content-Type", "application/json")
            .method("POST", BodyPublishers.ofString("{}"));
    assertError(client.send(export), 401, "auth_error", "");
  }
}
