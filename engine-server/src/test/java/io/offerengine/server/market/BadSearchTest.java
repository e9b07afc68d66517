package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.assertError;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.TestClient;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bad searches of every kind get their status, headers, code and text, and change nothing. */
class BadSearchTest {
  private static final String PATH = "/api/v0/bundles/";

  private static TestMarket market;
  private static TestClient client;
  private static long version;

  @BeforeAll
  static void open() throws IOException {
    market = TestMarket.open();
    client = market.client();
    version = market.engine().snapshot().version();
  }

  @AfterAll
  static void close() {
    assertThat(market.engine().snapshot().version()).isEqualTo(version);
    market.close();
  }

  private static HttpResponse<String> post(String body) {
    return client.send(client.json("POST", PATH, body));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // the text as a whole
        "``                                | invalid_request        | the body is empty",
        "nonsense                          | invalid_request        | (line 1, column 1)",
        "{\"limit\": 1                     | invalid_request        | (line 1, column",
        "{} {}                             | invalid_request        | nothing may follow",
        "{\"limit\": 1}]                   | invalid_request        | (line 1, column 13)",
        "{\"limit\": 1, \"limit\": 2}      | invalid_request        | at /limit (line 1, column",
        "[]                                | invalid_request        | a request is an object",
        "7                                 | invalid_request        | a request is an object",
        "{\"dph_total\": {\"gte\": NaN}}   | invalid_request        | NaN and infinities",
        "{\"dph_total\": {\"gte\": 012}}   | invalid_request        | (line 1, column",
        // names
        "{\"gpu_nme\": \"x\"}              | unknown_field          | did you mean gpu_name?",
        "{\"num_gpus\": {\"ge\": 1}}       | unknown_operator       | at /num_gpus/ge (line 1,",
        "{\"gpu_name\": {\"gte\": \"a\"}}  | operator_not_supported | at /gpu_name/gte (line 1,",
        "{\"gpu_ids\": {\"eq\": 1}}        | operator_not_supported | at /gpu_ids",
        // values
        "{\"num_gpus\": {\"eq\": \"one\"}} | invalid_value          | at /num_gpus/eq (line 1,",
        "{\"gpu_name\": {\"eq\": 4090}}    | invalid_value          | at /gpu_name/eq",
        "{\"dph_total\": {\"lt\": 1e999}}  | invalid_value          | at /dph_total/lt",
        "{\"id\": 9223372036854775808}     | invalid_value          | at /id",
        "{\"gpu_name\": {\"in\": []}}      | empty_condition        | at /gpu_name/in",
        "{\"gpu_name\": {\"in\": \"x\"}}   | invalid_value          | at /gpu_name/in",
        "{\"gpu_name\": [\"x\"]}           | invalid_value          | use {\\\"in\\\":",
        "{\"allocated_storage\": -1}       | invalid_value          | at /allocated_storage",
        "{\"type\": \"free\"}              | invalid_value          | on-demand, bid, reserved",
        // order and limit
        "{\"order\": [[\"id\"]]}           | invalid_order          | at /order/0",
        "{\"order\": [[\"id\",\"asc\",1]]} | invalid_order          | exactly 2 elements",
        "{\"order\": [[\"id\",\"up\"]]}    | invalid_order          | at /order/0/1",
        "{\"order\": [[\"id\",\"asc\"],[\"id\",\"asc\"]]} | invalid_order | repeated",
        "{\"order\": [[\"idd\",\"asc\"]]}  | unknown_field          | at /order/0/0",
        "{\"limit\": -1}                   | invalid_limit          | from 0 to 10000",
        "{\"limit\": 2.5}                  | invalid_limit          | from 0 to 10000",
        "{\"limit\": 10001}                | invalid_limit          | from 0 to 10000",
      })
  void post_ofABadRequest_saysWhatIsWrongAndWhere(String body, String code, String message) {
    assertError(post(body), 400, code, message);
  }

  @Test
  void post_ofTextThatIsTooDeep_isRefused() {
    String deep = "[".repeat(100_000);
    assertError(post("{\"gpu_name\":" + deep), 400, "limit_exceeded", "LIMIT_EXCEEDED");
  }

  @Test
  void post_ofABodyBeyondTheLimit_isRefused() {
    String large = "{\"gpu_name\":\"" + "x".repeat(MarketRoutes.BODY_LIMIT) + "\"}";
    assertError(post(large), 413, "payload_too_large", "1048576 bytes");
  }

  @Test
  void post_ofAnythingButUtf8_isRefused() {
    for (Charset charset : List.of(UTF_16, UTF_16LE, Charset.forName("UTF-32"))) {
      HttpResponse<String> response =
          client.send(
              client
                  .json("POST", PATH, "")
                  .POST(BodyPublishers.ofByteArray("{\"limit\":1}".getBytes(charset))));
      assertError(response, 400, "invalid_request", "UTF-8");
    }
    HttpResponse<String> invalid =
        client.send(
            client
                .json("POST", PATH, "")
                .POST(BodyPublishers.ofByteArray(new byte[] {'{', '"', (byte) 0xff, '"', '}'})));
    assertError(invalid, 400, "invalid_request", "UTF-8");
  }

  @Test
  void post_ofAnErrorOnALaterLine_namesTheLine() {
    assertError(
        post("{\n  \"limit\": 3,\n  \"num_gpus\": {\"gte\": true}\n}"),
        400,
        "invalid_value",
        "INVALID_VALUE at /num_gpus/gte (line 3, column 23): ");
  }

  @Test
  void put_ofABadRequest_saysWhereInTheEnvelope() {
    String path = "/api/v0/search/asks/";
    assertError(
        client.send(client.json("PUT", path, "{\"q\":{\"gpu_nme\":1}}")),
        400,
        "unknown_field",
        "UNKNOWN_FIELD at /q/gpu_nme (line 1, column 7): ");
  }

  @Test
  void get_ofABadRequest_saysWhereInTheParameter() {
    String bad = URLEncoder.encode("{\"gpu_nme\":1}", UTF_8);
    assertError(
        client.send(client.withKey("GET", PATH + "?q=" + bad)),
        400,
        "unknown_field",
        "UNKNOWN_FIELD at /gpu_nme (line 1, column 2): ");
    assertError(client.send(client.withKey("GET", PATH + "?q=")), 400, "invalid_request", "empty");
    assertError(
        client.send(client.withKey("GET", PATH + "?q=%22%ff%22")), 400, "invalid_request", "UTF-8");
    assertError(
        client.send(client.withKey("GET", PATH + "?storage=1")),
        400,
        "invalid_request",
        "use cursor or limit or min_version or order or q or select_cols or type");
  }

  @Test
  void anySearch_withoutTheKey_isRefused() {
    assertError(client.send(client.request("POST", PATH)), 401, "auth_error", "no API key");
    assertError(client.send(client.request("GET", PATH)), 401, "auth_error", "no API key");
    assertError(
        client.send(client.request("PUT", "/api/v0/search/asks")), 401, "auth_error", "no API key");
    assertError(
        client.send(client.request("GET", PATH).header("Authorization", "Bearer x")),
        401,
        "auth_error",
        "unknown");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DELETE | /api/v0/bundles/            | GET, HEAD, OPTIONS, POST",
        "PUT    | /api/v0/bundles             | GET, HEAD, OPTIONS, POST",
        "POST   | /api/v0/search/asks/        | GET, HEAD, OPTIONS, PUT",
        "POST   | /api/v0/gpu_names/unique/   | GET, HEAD, OPTIONS",
        "POST   | /healthz                    | GET, HEAD, OPTIONS",
        "PATCH  | /readyz                     | GET, HEAD, OPTIONS",
      })
  void wrongMethod_withoutKey_isRefusedWithThoseThatAreTaken(
      String method, String path, String allow) {
    HttpResponse<String> response = client.send(client.request(method, path));
    assertError(response, 405, "method_not_allowed", "use " + allow);
    assertThat(response.headers().allValues("Allow")).containsExactly(allow);
  }

  @Test
  void unknownPath_withoutKey_isRefusedWithThoseThatExist() {
    for (String path : List.of("/api", "/api/v0/bundle/", "/api/v1/bundles/", "/API/v0/bundles/")) {
      HttpResponse<String> response = client.send(client.request("POST", path));
      assertError(response, 404, "not_found", "there are /api/v0/bundles, /api/v0/search/asks, ");
    }
  }
}
