package io.offerengine.server.market;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.TestClient;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Exports over HTTP: their answers, and requests that they refuse. */
class ExportServiceTest {
  private static final String PATH = "/market/v1/export";

  @AutoClose private static final TestMarket market = TestMarket.open();
  private static final TestClient client = market.client();

  private static HttpResponse<String> post(String body) {
    return client.post(PATH, body);
  }

  @Test
  void post_listsAllMatchesWithTheirVersion() {
    HttpResponse<String> response = post("{}");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().allValues("Content-Type"))
        .containsExactly("application/x-ndjson");
    assertThat(response.headers().firstValue("Offers-Version"))
        .hasValue(Long.toString(market.engine().snapshot().version()));
    assertThat(response.body()).endsWith("}\n");
    assertThat(response.body().lines()).hasSize(12);
    assertThat(TestMarket.ids(response.body()))
        .containsExactlyInAnyOrder(
            1000L, 1001L, 1002L, 1003L, 1004L, 1005L, 1006L, 1007L, 1008L, 1009L, 1010L, 1011L);
  }

  /** Each line is the object that a search shows of the offer. */
  @Test
  void post_listsWhatASearchShows() {
    String conditions = "\"num_gpus\":8,\"allocated_storage\":20";
    List<String> lines = post("{" + conditions + "}").body().lines().toList();
    String search = "{" + conditions + ",\"disable_bundling\":true}";
    String found = client.post("/market/v1/query", search).body();
    assertThat(lines).hasSize(3).allSatisfy(line -> assertThat(found).contains(line));
  }

  @Test
  void post_withAlternativesAndFields_listsTheseFields() {
    HttpResponse<String> response =
        post(
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

  @Test
  void post_ofNoMatch_isEmpty() {
    HttpResponse<String> response = post("{\"id\":{\"lt\":0}}");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Offers-Version")).isPresent();
    assertThat(response.body()).isEmpty();
  }
}
