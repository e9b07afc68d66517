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
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Searches over HTTP, in every form that clients send. */
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
}
