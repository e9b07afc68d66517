package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.assertError;
import static io.offerengine.server.http.TestClient.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.TestClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bad requests to every route get their status, headers, code and text, and change nothing.
 *
 * <p>What the codecs refuse is in the files of their tests, message by message. Here is that the
 * routes ask them, one refusal for each, and all that a route refuses itself.
 */
class BadRequestsTest {
  /** What lists everything that a bad request could have changed. */
  private static final List<String> LISTS =
      List.of(
          "/admin/offers/1000",
          "/admin/offers/1001",
          "/api/v0/template/?select=mine",
          "/api/v0/auth/apikeys/",
          "/api/v0/users/7/invoices?inc_charges=1",
          "/market/v1/saved_searches",
          "/admin/log-level");

  private static final TestService service = TestService.open();
  private static final TestClient client = service.client();
  private static List<String> before;

  @BeforeAll
  static void fill() {
    ok(client.post("/api/v0/template/", "{\"name\":\"kept\",\"image\":\"i\"}"));
    String entry = "{\"reference\":\"kept\",\"type\":\"payment\",\"amount\":1,\"timestamp\":5}";
    ok(client.post("/admin/users/7/ledger", entry));
    before = state();
  }

  private static List<String> state() {
    return LISTS.stream().map(each -> ok(client.get(each))).toList();
  }

  @AfterAll
  static void close() {
    try {
      assertThat(state()).isEqualTo(before);
    } finally {
      service.close();
    }
  }

  /** A tilde stands for the end of a line; a body in empty quotes is empty, not missing. */
  @ParameterizedTest
  @CsvFileSource(delimiter = '|', quoteCharacter = '`', resources = "bad-requests.csv")
  void request_thatIsBad_saysWhatIsWrongAndWhere(
      String request, String body, String code, String part) {
    int blank = request.indexOf(' ');
    String method = request.substring(0, blank);
    String target = request.substring(blank + 1);
    HttpResponse<String> response =
        body == null
            ? client.send(method, target)
            : client.send(method, target, body.replace('~', '\n'));
    assertError(response, 400, code, part);
    assertThat(response.headers().firstValue("X")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /api/v0/bundles",
        "POST /api/v0/template/",
        "POST /admin/users/7/ledger",
        "PUT /admin/users/7",
        "PUT /admin/offers"
      })
  void body_thatIsNoUtf8_isRefused(String request) {
    String[] words = request.split(" ", -1);
    byte[] wrong = {'{', '"', (byte) 0xff, '"', '}'};
    HttpResponse<String> response =
        client.send(
            client
                .json(words[0], words[1], "")
                .method(words[0], BodyPublishers.ofByteArray(wrong)));
    assertError(response, 400, "invalid_request", "UTF-8");
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /api/v0/bundles, gpu_name",
    "POST, /api/v0/template/, volume_info",
    "PUT, /admin/users/7, city"
  })
  void body_thatIsTooDeep_isRefused(String method, String target, String member) {
    String body = "{\"" + member + "\":" + "[".repeat(100_000);
    assertError(client.send(method, target, body), 400, "limit_exceeded", "LIMIT_EXCEEDED");
  }
}
