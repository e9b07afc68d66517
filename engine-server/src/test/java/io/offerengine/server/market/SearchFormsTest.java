package io.offerengine.server.market;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.TestClient;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The forms in which programs send a documented search, and the columns that they ask for. */
class SearchFormsTest {
  private static final String FIVE = "{\"rentable\":{\"eq\":true},\"limit\":5}";

  @AutoClose private static final TestMarket market = TestMarket.open();
  private static final TestClient client = market.client();

  /** Sends a request; the values of parameters are encoded. */
  private static HttpResponse<String> send(String method, String target, String body) {
    int mark = target.indexOf('?');
    String encoded = target;
    if (mark >= 0) {
      encoded =
          target.substring(0, mark + 1)
              + Stream.of(target.substring(mark + 1).split("&", -1))
                  .map(SearchFormsTest::encoded)
                  .collect(Collectors.joining("&"));
    }
    return client.send(
        method.equals("GET")
            ? client.withKey(method, encoded)
            : client.json(method, encoded, body));
  }

  private static String encoded(String pair) {
    int equals = pair.indexOf('=');
    return pair.substring(0, equals + 1) + URLEncoder.encode(pair.substring(equals + 1), UTF_8);
  }

  private static String answer(String method, String target, String body) {
    HttpResponse<String> response = send(method, target, body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body();
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
}
