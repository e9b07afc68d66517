package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.TestClient;
import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Facets over HTTP. */
class FacetServiceTest {
  private static TestMarket market;
  private static TestClient client;

  @BeforeAll
  static void open() throws IOException {
    market = TestMarket.open();
    client = market.client();
  }

  @AfterAll
  static void close() {
    market.close();
  }

  private static HttpResponse<String> post(String body) {
    return client.send(client.json("POST", "/market/v1/facets", body));
  }

  @Test
  void post_countsWhatMatches() {
    HttpResponse<String> response =
        post(
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | invalid_request | the key facets is missing",
        "{\"facets\":{\"value\":{}}} | unknown_field   | at /facets/value (line 1",
        "{\"facets\":{\"values\":{\"gpu_nme\":1}}} | unknown_field   | did you mean gpu_name?",
        "{\"facets\":{\"values\":{\"gpu_name\":0}}} | invalid_limit   | from 1 to 10000",
        "{\"facets\":{\"histogram\":{\"score\":[2,1]}}} | invalid_value   | edges ascend",
        "{\"facets\":{\"quantiles\":{\"score\":[2]}}} | invalid_value   | from 0 to 1",
        "{\"num_gpus\":{\"ge\":1},\"facets\":{}} | unknown_operator | at /num_gpus/ge",
        "{\"any_of\":[],\"facets\":{}} | empty_condition | at /any_of",
      })
  void post_ofABadRequest_saysWhatIsWrongAndWhere(String body, String code, String message) {
    assertError(post(body), 400, code, message);
  }

  @Test
  void post_withoutAKey_isRefused() {
    HttpResponse<String> response =
        client.send(
            client.request("POST", "/market/v1/facets").header("Content-Type", "application/json"));
    assertError(response, 401, "auth_error", "no API key");
  }
}
