package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.assertError;
import static io.offerengine.server.http.TestClient.ok;
import static io.offerengine.server.market.TestMarket.ids;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.server.http.TestClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Searches over HTTP, in every form that clients send, and queries, pages, facets and exports,
 * which take alternatives and operators that the documented request lacks.
 *
 * <p>Of the twelve offers 0 to 11, every third is an RTX 4090 and the others are H100. They have 1,
 * 2, 4, 8 GPUs in turn.
 */
class SearchServiceTest {
  private static final String FIVE = "{\"rentable\":{\"eq\":true},\"limit\":5}";
  private static final String CHEAPEST_FIRST =
      "{\"rentable\":{\"eq\":true},\"num_gpus\":{\"lte\":\"4\"},"
          + "\"order\":[[\"dph_total\",\"asc\"]]}";

  @AutoClose private static final TestMarket market = TestMarket.open();
  private static final TestClient client = market.client();

  private static HttpResponse<String> send(String method, String target, String body) {
    return method.equals("GET") ? client.send(method, target) : client.send(method, target, body);
  }

  private static String answer(String method, String target, String body) {
    return ok(send(method, target, body));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "GET  | /api/v0/search/asks/?q={\"rentable\":{\"eq\":true},\"limit\":5} | ``",
        "GET  | /api/v0/bundles/?q={\"rentable\":{\"eq\":true}}&limit=5 | ``",
        "GET  | /api/v0/bundles/?q={\"rentable\":true,\"limit\":5}&select_cols=[\"*\"] | ``",
        "GET  | /api/v0/bundles/?q={\"rentable\":true}&limit=5&type=ask"
            + "&order=[[\"score\",\"desc\"]] | ``",
        "GET  | /api/v0//bundles/?q={\"rentable\":{\"eq\":true},\"limit\":5} | ``",
        "PUT  | /api/v0/search/asks/ | {\"q\":{\"rentable\":{\"eq\":true}},\"limit\":5}",
        "PUT  | /api/v0/search/asks/ | {\"rentable\":true,\"limit\":5}",
        "POST | /api/v0/bundles/ | {\"q\":{\"rentable\":{\"eq\":true},\"limit\":5}}",
        "POST | /api/v0/bundles/ | {\"select_cols\":[\"*\"],\"q\":{\"rentable\":true,\"limit\":5}}"
      })
  void search_inEveryForm_answersAsOne(String method, String target, String body) {
    assertThat(answer(method, target, body)).isEqualTo(answer("POST", "/api/v0/bundles/", FIVE));
  }

  @Test
  void search_withoutAnything_isTheEmptyRequest() {
    String everything = answer("POST", "/api/v0/bundles/", "{}");
    assertThat(answer("GET", "/api/v0/bundles/", "")).isEqualTo(everything);
    assertThat(answer("GET", "/api/v0/search/asks/", "")).isEqualTo(everything);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "PUT  | /api/v0/search/asks/ | {\"select_cols\":[\"dph_total\",\"id\",\"rn\"],\"q\":%s}",
        "POST | /api/v0/bundles/ | {\"select_cols\":[\"id\",\"rn\",\"dph_total\"],\"q\":%s}",
        "GET  | /api/v0/bundles/?select_cols=[\"rn\",\"id\",\"dph_total\"]&q=%s | ``",
      })
  void search_withColumns_hasThoseOfTheFullAnswer(String method, String target, String body) {
    List<String> searches =
        List.of(
            "{}",
            "{\"type\":\"bid\",\"allocated_storage\":50}",
            "{\"disable_bundling\":true,\"limit\":3}",
            "{\"limit\":0}");
    for (String search : searches) {
      HttpResponse<String> selected =
          send(method, target.formatted(search), body.formatted(search));
      HttpResponse<String> full = send("POST", "/api/v0/bundles/", search);
      List<String> rows = new ArrayList<>();
      for (JsonNode offer : OpenApiDocument.parse(full.body()).get("offers")) {
        rows.add(
            "{\"id\":%s,\"rn\":%s,\"dph_total\":%s}"
                .formatted(offer.get("id"), offer.get("rn"), offer.get("dph_total")));
      }
      assertThat(selected.body()).isEqualTo("{\"offers\":[" + String.join(",", rows) + "]}");
      assertThat(selected.headers().firstValue("Next-Cursor"))
          .isEqualTo(full.headers().firstValue("Next-Cursor"));
    }
  }

  private static String search(String body) {
    return answer("POST", "/api/v0/bundles/", body);
  }

  @Test
  void search_findsTheOffersInOrder() {
    HttpResponse<String> response = send("POST", "/api/v0/bundles/", CHEAPEST_FIRST);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().allValues("Content-Type")).containsExactly("application/json");
    assertThat(response.headers().firstValue("Next-Cursor")).isEmpty();
    assertThat(ids(response.body()))
        .containsExactly(1000L, 1001L, 1002L, 1004L, 1005L, 1006L, 1008L, 1009L, 1010L);
    assertThat(response.body())
        .startsWith("{\"offers\":[{\"id\":1000,")
        .contains(
            "\"gpu_name\":\"H100 \\\"SXM\\\" é\"", "\"duration\":3600.0", "\"mobo_name\":null");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "POST | /api/v0/bundles/? | %s",
        "POST | /market/v1/query? | %s",
        "GET  | /api/v0/bundles/?q=%s& | ``",
        "PUT  | /api/v0/search/asks/? | {\"select_cols\":[\"*\"],\"q\":%s}"
      })
  void search_pageAfterPage_findsEveryOfferOnce(String method, String target, String body) {
    List<Long> found = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    String query = CHEAPEST_FIRST.replace("{\"rentable", "{\"limit\":4,\"rentable");
    String cursor = "";
    do {
      HttpResponse<String> page =
          send(method, target.formatted(query) + cursor, body.formatted(query));
      found.addAll(ids(ok(page)));
      sizes.add(ids(page.body()).size());
      cursor = page.headers().firstValue("Next-Cursor").map("cursor="::concat).orElse("");
    } while (!cursor.isEmpty());
    assertThat(sizes).containsExactly(4, 4, 1);
    assertThat(found).isEqualTo(ids(search(CHEAPEST_FIRST)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"limit\":1}", "{\"limit\":7}", "{}"})
  void search_forAClientThatTakesGzip_isTheSameCompressed(String body) throws IOException {
    HttpRequest.Builder request = client.json("POST", "/api/v0/bundles", body);
    HttpResponse<byte[]> plain = client.sendForBytes(request);
    HttpResponse<byte[]> compressed =
        client.sendForBytes(request.header("Accept-Encoding", "gzip, deflate, br, zstd"));
    assertThat(compressed.headers().allValues("Content-Encoding")).containsExactly("gzip");
    assertThat(compressed.headers().allValues("Next-Cursor"))
        .isEqualTo(plain.headers().allValues("Next-Cursor"));
    assertThat(compressed.headers().allValues("Content-Length"))
        .containsExactly(Integer.toString(compressed.body().length));
    assertThat(new GZIPInputStream(new ByteArrayInputStream(compressed.body())).readAllBytes())
        .isEqualTo(plain.body());
  }

  @Test
  void search_withTheCursorOfAnotherQuery_isRefused() {
    HttpResponse<String> page = send("POST", "/api/v0/bundles", "{\"limit\":1}");
    String paged =
        "/api/v0/bundles?cursor=" + page.headers().firstValue("Next-Cursor").orElseThrow();
    assertThat(send("GET", paged + "&q={\"limit\":2}", "").statusCode()).isEqualTo(200);
    assertError(
        send("POST", paged, CHEAPEST_FIRST),
        400,
        "invalid_cursor",
        "INVALID_CURSOR at /cursor: the cursor belongs to another query");
    String cut = paged.replaceFirst("cursor=.", "cursor=");
    for (String damaged : List.of(cut.substring(0, 23), cut, paged + "A")) {
      HttpResponse<String> refused = client.send("POST", damaged, "{\"limit\":1}");
      assertThat(refused.statusCode()).as(damaged).isEqualTo(400);
    }
    String noText = "/api/v0/bundles?cursor=%ff";
    assertThat(client.send("POST", noText, "{\"limit\":1}").statusCode()).isEqualTo(400);
  }

  @Test
  void search_orderedByLongTexts_isPagedAsFarAsCursorsGo() throws IOException {
    try (TestMarket texts = TestMarket.open()) {
      texts
          .engine()
          .apply(OfferBatch.builder().upsert(named(1, 6_000)).upsert(named(2, 20_000)).build());
      TestClient other = texts.client();
      String query = "{\"limit\":1,\"order\":[[\"gpu_name\",\"desc\"]]}";
      HttpRequest.Builder first = other.json("POST", "/api/v0/bundles", query);
      assertError(other.send(first), 400, "limit_exceeded", "texts that are too long for a cursor");
      texts.engine().apply(OfferBatch.builder().delete(2).build());
      HttpResponse<String> page = other.send(first);
      assertThat(ids(page.body())).containsExactly(1L);
      String cursor = page.headers().firstValue("Next-Cursor").orElseThrow();
      assertThat(cursor).hasSizeGreaterThan(16_000);
      page = other.post("/api/v0/bundles?cursor=" + cursor, query);
      assertThat(ids(page.body())).containsExactly(1000L);
    }
  }

  private static Offer named(long id, int length) {
    return Offer.builder()
        .set(MarketplaceSchema.ID, id)
        .set(MarketplaceSchema.GPU_NAME, "x".repeat(length) + id)
        .build();
  }

  @Test
  void gpuNames_withoutAnyHeader_areThoseOnOfferSorted() {
    for (String slash : List.of("", "/")) {
      HttpResponse<String> response =
          client.send(client.request("GET", "/api/v0/gpu_names/unique" + slash));
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.headers().allValues("Content-Type")).containsExactly("application/json");
      assertThat(response.body())
          .isEqualTo("{\"gpu_names\":[\"H100 \\\"SXM\\\" é\",\"RTX 4090\"]}");
    }
  }

  /** Conditions, facets and an order. */
  private static final String SEARCH =
      "\"rentable\":{\"eq\":true},\"num_gpus\":{\"gte\":2},\"order\":[[\"dph_total\",\"desc\"]]";

  private static final String FACETS =
      "\"facets\":{\"values\":{\"gpu_name\":5},\"histogram\":{\"dph_total\":[1,2]},"
          + "\"without_own_condition\":true}";

  /** A market of five offers more. */
  @AutoClose private static final TestMarket paged = TestMarket.open();

  @BeforeAll
  static void addOffers() {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (long id = 1; id <= 5; id++) {
      batch.upsert(
          Offer.builder()
              .set(MarketplaceSchema.ID, id)
              .set(MarketplaceSchema.GPU_NAME, "L4")
              .set(MarketplaceSchema.BUNDLE_ID, id < 4 ? 7L : 8L)
              .set(MarketplaceSchema.DPH_BASE, 0.1 * id)
              .set(MarketplaceSchema.DISK_SPACE, 100.0)
              .build());
    }
    paged.engine().apply(batch.build());
  }

  private static HttpResponse<String> post(String path, String body) {
    return client.post(path, body);
  }

  private static HttpResponse<String> query(String body) {
    return post("/market/v1/query", body);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"any_of\":[{\"num_gpus\":{\"eq\":8}},{\"gpu_name\":{\"eq\":\"RTX 4090\"}}]"
            + " | 0 3 6 7 9 11",
        "\"none_of\":[{\"num_gpus\":{\"lt\":8}},{\"gpu_name\":{\"eq\":\"RTX 4090\"}}] | 7 11",
        "\"any_of\":[{\"gpu_name\":{\"starts_with\":\"rtx\"},\"num_gpus\":1},{\"id\":1003}] | 0 3",
      })
  void post_findsWhatTheConditionsSay(String conditions, String numbers) {
    HttpResponse<String> response =
        query("{" + conditions + ",\"order\":[[\"id\",\"asc\"]],\"disable_bundling\":true}");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
    List<Long> expected =
        Stream.of(numbers.split(" ")).map(each -> 1000 + Long.parseLong(each)).toList();
    assertThat(ids(response.body())).isEqualTo(expected);
  }

  /** Which requests these are, OpenApiRequestsTest compares with the document. */
  @Test
  void documentedRoutes_takeNoRequestThatOnlyQueriesMayBe() {
    String body = "{\"any_of\":[{\"num_gpus\":1}]}";
    ok(query(body));
    assertThat(post("/api/v0/bundles/", body).statusCode()).isEqualTo(400);
    String envelope = "{\"q\":" + body + "}";
    assertThat(client.send("PUT", "/api/v0/search/asks/", envelope).statusCode()).isEqualTo(400);
  }

  @Test
  void facets_countWhatMatches() {
    HttpResponse<String> response =
        post(
            "/market/v1/facets",
            """
            {"rentable": {"eq": true}, "num_gpus": {"gte": 2},
             "any_of": [{"gpu_name": {"starts_with": "rtx"}}, {"num_gpus": {"eq": 8}}],
             "limit": 1,
             "facets": {"values": {"gpu_name": 5, "num_gpus": 1}, "range": ["num_gpus"],
                        "histogram": {"num_gpus": [4, 8]}, "quantiles": {"num_gpus": [0.5]}}}
            """);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
    // rentable, 2 or more GPUs, and an RTX or 8 GPUs: numbers 3, 6, 7, 9 of the market
    assertThat(response.body())
        .isEqualTo(
            "{\"success\":true,\"matched\":4,\"values\":{"
                + "\"gpu_name\":{\"counts\":[{\"value\":\"RTX 4090\",\"count\":3},"
                + "{\"value\":\"H100 \\\"SXM\\\" é\",\"count\":1}],"
                + "\"absent\":0,\"other_values\":0},"
                + "\"num_gpus\":{\"counts\":[{\"value\":8,\"count\":2}],"
                + "\"absent\":0,\"other_values\":2}},"
                + "\"histogram\":{\"num_gpus\":{\"edges\":[4.0,8.0],\"counts\":[1],"
                + "\"below\":1,\"above\":2,\"absent\":0}},"
                + "\"range\":{\"num_gpus\":{\"least\":2,\"greatest\":8,"
                + "\"present\":4,\"absent\":0}},"
                + "\"quantiles\":{\"num_gpus\":{\"shares\":[0.5],\"values\":[4],"
                + "\"present\":4,\"absent\":0}}}");
  }

  @Test
  void everySearch_pastItsDeadline_is503() {
    try (TestMarket hurried = TestMarket.open(Duration.ofNanos(1))) {
      for (String path : List.of("/api/v0/bundles", "/market/v1/query", "/market/v1/facets")) {
        String body = path.endsWith("facets") ? "{\"facets\":{\"values\":{\"id\":1}}}" : "{}";
        assertError(
            hurried.client().post(path, body), 503, "deadline_exceeded", "DEADLINE_EXCEEDED");
      }
    }
  }

  private static HttpResponse<String> export(String body) {
    return post("/market/v1/export", body);
  }

  @Test
  void export_listsAllMatchesWithTheirVersion() {
    HttpResponse<String> response = export("{}");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().allValues("Content-Type"))
        .containsExactly("application/x-ndjson");
    assertThat(response.headers().firstValue("Offers-Version"))
        .hasValue(Long.toString(market.engine().snapshot().version()));
    assertThat(response.body()).endsWith("}\n");
    assertThat(response.body().lines()).hasSize(12);
    assertThat(ids(response.body()))
        .containsExactlyInAnyOrder(
            1000L, 1001L, 1002L, 1003L, 1004L, 1005L, 1006L, 1007L, 1008L, 1009L, 1010L, 1011L);
    HttpResponse<String> none = export("{\"id\":{\"lt\":0}}");
    assertThat(ok(none)).isEmpty();
    assertThat(none.headers().firstValue("Offers-Version")).isPresent();
  }

  @Test
  void export_withAlternativesAndFields_listsTheseFields() {
    HttpResponse<String> response =
        export(
            """
            {"any_of": [{"gpu_name": {"starts_with": "rtx"}, "num_gpus": {"gte": 8}},
                        {"id": {"eq": 1010}}],
             "none_of": [{"id": {"in": [1001]}}],
             "select_cols": ["num_gpus", "id", "gpu_name"], "disable_bundling": true}
            """);
    assertThat(response.body().lines())
        .containsExactlyInAnyOrder(
            "{\"num_gpus\":8,\"id\":1003,\"gpu_name\":\"RTX 4090\"}",
            "{\"num_gpus\":4,\"id\":1010,\"gpu_name\":\"H100 \\\"SXM\\\" é\"}");
  }

  private static JsonNode page(String body) {
    HttpResponse<String> response = paged.client().post("/market/v1/page", body);
    assertThat(response.headers().allValues("Content-Type")).containsExactly("application/json");
    return OpenApiDocument.parse(ok(response));
  }

  @Test
  void page_hasTheOffersOfASearchAndTheCountsOfItsFacets() {
    JsonNode page = page("{" + SEARCH + "," + FACETS + "}");
    String offers = paged.client().post("/market/v1/query", "{" + SEARCH + "}").body();
    assertThat(page.get("offers")).isEqualTo(OpenApiDocument.parse(offers).get("offers"));
    JsonNode facets =
        OpenApiDocument.parse(
            paged.client().post("/market/v1/facets", "{" + SEARCH + "," + FACETS + "}").body());
    facets.forEachEntry((name, value) -> assertThat(page.get(name)).as(name).isEqualTo(value));
    assertThat(page.get("matched").asInt()).isEqualTo(8);
    assertThat(page.get("bundles").asInt()).isEqualTo(8);
    assertThat(page.get("version").asLong()).isEqualTo(paged.engine().snapshot().version());
    assertThat(page.get("without").isEmpty()).isTrue();
  }

  @Test
  void page_withoutFacets_countsAllTheSame() {
    JsonNode page = page("{\"gpu_name\":\"L4\",\"order\":[[\"dph_total\",\"asc\"]]}");
    assertThat(page.get("matched").asInt()).isEqualTo(5);
    assertThat(page.get("bundles").asInt()).isEqualTo(2);
    assertThat(page.get("bundle_sizes").toString()).isEqualTo("[3,2]");
    assertThat(page.at("/offers/0/id").asInt()).isEqualTo(1);
    assertThat(page.at("/offers/1/id").asInt()).isEqualTo(4);
    assertThat(page.get("values").isEmpty()).isTrue();
    JsonNode single = page("{\"gpu_name\":\"L4\",\"disable_bundling\":true,\"limit\":2}");
    assertThat(single.get("bundle_sizes").size()).isEqualTo(2);
    JsonNode alone = page("{\"id\":1000}");
    assertThat(alone.get("bundle_sizes").toString()).isEqualTo("[1]");
  }

  @Test
  void pages_followEachOtherByTheirCursor() {
    String body = "{\"limit\":4,\"order\":[[\"dph_total\",\"asc\"]]}";
    List<Long> ids = new ArrayList<>();
    String cursor = "";
    do {
      HttpResponse<String> response = paged.client().post("/market/v1/page" + cursor, body);
      JsonNode page = OpenApiDocument.parse(response.body());
      assertThat(page.get("matched").asInt()).isEqualTo(17);
      page.get("offers").forEach(offer -> ids.add(offer.get("id").asLong()));
      cursor =
          response.headers().firstValue("Next-Cursor").map(each -> "?cursor=" + each).orElse("");
    } while (!cursor.isEmpty());
    assertThat(ids).hasSize(14).doesNotHaveDuplicates();
  }

  /** Also the storage: the usual one brings back offers with smaller disks. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"gpu_name\":{\"eq\":\"L4\"},\"dph_total\":{\"gte\":0,\"lte\":0.05},"
            + "\"allocated_storage\":8"
            + " | gpu_name eq 0, dph_total gte 0, dph_total lte 5, allocated_storage eq 0",
        "\"gpu_name\":{\"eq\":\"L4\"},\"allocated_storage\":500"
            + " | gpu_name eq 12, allocated_storage eq 5",
      })
  void page_ofNothing_saysWhichConditionToDrop(String conditions, String drops) {
    JsonNode page = page("{" + conditions + "}");
    assertThat(page.get("offers").isEmpty()).isTrue();
    String without =
        Stream.of(drops.split(", "))
            .map(each ->
                "{\"field\":\"%s\",\"operator\":\"%s\",\"count\":%s}"
                    .formatted((Object[]) each.split(" ")))
            .collect(Collectors.joining(",", "[", "]"));
    assertThat(page.get("without").toString()).isEqualTo(without);
  }
}
