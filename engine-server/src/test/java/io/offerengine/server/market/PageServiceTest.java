package io.offerengine.server.market;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.server.http.TestClient;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a search page asks for: offers and counts in one answer. */
class PageServiceTest {
  /** Conditions, facets and an order. */
  private static final String SEARCH =
      "\"rentable\":{\"eq\":true},\"num_gpus\":{\"gte\":2},\"order\":[[\"dph_total\",\"desc\"]]";

  private static final String FACETS =
      "\"facets\":{\"values\":{\"gpu_name\":5},\"histogram\":{\"dph_total\":[1,2]},"
          + "\"without_own_condition\":true}";

  @AutoClose private static TestMarket market;
  private static TestClient client;

  @BeforeAll
  static void open() throws IOException {
    market = TestMarket.open();
    client = market.client();
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
    market.engine().apply(batch.build());
  }

  private static HttpResponse<String> post(String path, String body) {
    return client.post(path, body);
  }

  private static JsonNode page(String body) {
    HttpResponse<String> response = post("/market/v1/page", body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.headers().allValues("Content-Type")).containsExactly("application/json");
    return OpenApiDocument.parse(response.body());
  }

  @Test
  void page_hasTheOffersOfASearchAndTheCountsOfItsFacets() {
    JsonNode page = page("{" + SEARCH + "," + FACETS + "}");
    String offers = post("/market/v1/query", "{" + SEARCH + "}").body();
    assertThat(page.get("offers")).isEqualTo(OpenApiDocument.parse(offers).get("offers"));
    JsonNode facets =
        OpenApiDocument.parse(post("/market/v1/facets", "{" + SEARCH + "," + FACETS + "}").body());
    facets.forEachEntry((name, value) -> assertThat(page.get(name)).as(name).isEqualTo(value));
    assertThat(page.get("matched").asInt()).isEqualTo(8);
    assertThat(page.get("bundles").asInt()).isEqualTo(8);
    assertThat(page.get("version").asLong()).isEqualTo(market.engine().snapshot().version());
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
      HttpResponse<String> response = post("/market/v1/page" + cursor, body);
      JsonNode page = OpenApiDocument.parse(response.body());
      assertThat(page.get("matched").asInt()).isEqualTo(17);
      page.get("offers").forEach(offer -> ids.add(offer.get("id").asLong()));
      cursor =
          response.headers().firstValue("Next-Cursor").map(each -> "?cursor=" + each).orElse("");
    } while (!cursor.isEmpty());
    assertThat(ids).hasSize(14).doesNotHaveDuplicates();
  }

  @Test
  void page_ofNothing_saysWhichConditionToDrop() {
    JsonNode page =
        page(
            "{\"gpu_name\":{\"eq\":\"L4\"},\"dph_total\":{\"gte\":0,\"lte\":0.05},"
                + "\"allocated_storage\":8}");
    assertThat(page.get("offers").isEmpty()).isTrue();
    assertThat(page.get("without").toString())
        .isEqualTo(
            "[{\"field\":\"gpu_name\",\"operator\":\"eq\",\"count\":0},"
                + "{\"field\":\"dph_total\",\"operator\":\"gte\",\"count\":0},"
                + "{\"field\":\"dph_total\",\"operator\":\"lte\",\"count\":5},"
                + "{\"field\":\"allocated_storage\",\"operator\":\"eq\",\"count\":0}]");
  }

  @Test
  void page_forMoreStorageThanThereIs_saysWhatTheUsualStorageBringsBack() {
    JsonNode page = page("{\"gpu_name\":{\"eq\":\"L4\"},\"allocated_storage\":500}");
    assertThat(page.get("without").toString())
        .isEqualTo(
            "[{\"field\":\"gpu_name\",\"operator\":\"eq\",\"count\":12},"
                + "{\"field\":\"allocated_storage\",\"operator\":\"eq\",\"count\":5}]");
  }
}
