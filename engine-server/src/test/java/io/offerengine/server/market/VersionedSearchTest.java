package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.schema.OfferBatch;
import io.offerengine.server.http.TestClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches name the version of their offers, and wait for the version that a client asks for. */
class VersionedSearchTest {
  private static final Duration DEADLINE = Duration.ofMillis(800);

  private static final List<List<String>> SEARCHES =
      List.of(
          List.of("POST", "/api/v0/bundles?", "{}"),
          List.of("GET", "/api/v0/bundles?q=%7B%7D&", ""),
          List.of("PUT", "/api/v0/search/asks?", "{\"q\":{}}"),
          List.of("POST", "/market/v1/query?", "{}"),
          List.of("POST", "/market/v1/facets?", "{\"facets\":{\"values\":{\"gpu_name\":5}}}"),
          List.of("POST", "/market/v1/page?", "{}"),
          List.of("POST", "/market/v1/export?", "{}"),
          List.of("GET", "/api/v0/gpu_names/unique?", ""),
          List.of("GET", "/admin/offers/1001?", ""));

  @AutoClose private final TestMarket market = TestMarket.open(DEADLINE);

  private final TestClient client = market.client();

  private static String version(HttpResponse<String> answer) {
    return TestClient.header(answer, "Offers-Version");
  }

  private CompletableFuture<HttpResponse<String>> search(List<String> search, String version) {
    return client.sendAsync(
        search.get(2).isEmpty()
            ? client.withKey(search.get(0), search.get(1) + "min_version=" + version)
            : client.json(search.get(0), search.get(1) + "min_version=" + version, search.get(2)));
  }

  @Test
  void everySearch_namesItsVersionAndWaitsForALaterOne() {
    long version = market.engine().snapshot().version();
    for (List<String> each : SEARCHES) {
      HttpResponse<String> now = search(each, Long.toString(version)).join();
      assertThat(now.statusCode()).as("%s: %s", each, now.body()).isEqualTo(200);
      assertThat(version(now)).as(each.toString()).isEqualTo(Long.toString(version));
      assertThat(now.headers().firstValue("Offers-Age")).isEmpty();
      assertThat(now.body()).contains("H100");
    }
    List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
    SEARCHES.forEach(each -> waiting.add(search(each, Long.toString(version + 1))));
    market.engine().apply(OfferBatch.builder().delete(1_000).build());
    for (CompletableFuture<HttpResponse<String>> each : waiting) {
      assertThat(each.join().statusCode()).as(each.join().body()).isEqualTo(200);
      assertThat(version(each.join())).isEqualTo(Long.toString(version + 1));
    }
  }

  @Test
  void answerThatAnOfferIsUnknown_namesItsVersion() {
    HttpResponse<String> answer = client.get("/admin/offers/99");
    assertError(answer, 404, "unknown_offer", "no offer has the id 99");
    assertThat(version(answer)).isEqualTo(Long.toString(market.engine().snapshot().version()));
  }

  @Test
  void search_forAVersionThatDoesNotCome_saysWhichOneWasReached() {
    long version = market.engine().snapshot().version();
    assertError(
        search(SEARCHES.get(0), "999999999999999999").join(),
        503,
        "deadline_exceeded",
        "the offers have the version " + version + ", and the version 999999999999999999, which");
  }

  @Test
  void searchesThatWait_keepNoSlot() {
    long version = market.engine().snapshot().version();
    List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
    // Two exports that arrive at the same moment may not both run, so that one is sent.
    for (List<String> each : SEARCHES) {
      waiting.add(search(each, Long.toString(version + 1)));
    }
    for (int i = 0; i < 3 * market.server().slots(); i++) {
      waiting.add(search(SEARCHES.get(i % 2), Long.toString(version + 1)));
    }
    assertThat(search(SEARCHES.get(0), "0").join().statusCode()).isEqualTo(200);
    assertThat(waiting.get(0).join().statusCode()).isEqualTo(503);
    waiting.forEach(each -> assertThat(each.join().body()).contains("did not come in time"));
    assertThat(market.server().slotsTaken()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "1.5", "x", "%201", "1000000000000000000"})
  void search_withABadVersion_isRefused(String version) {
    for (List<String> each : SEARCHES) {
      assertError(
          search(each, version).join(), 400, "invalid_value", "min_version takes a version");
    }
  }
}
