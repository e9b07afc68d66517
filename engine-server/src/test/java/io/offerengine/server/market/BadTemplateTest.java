package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.KEY;
import static io.offerengine.server.http.TestClient.assertError;
import static io.offerengine.server.market.TestTemplates.BOBS_KEY;
import static io.offerengine.server.market.TestTemplates.PATH;
import static io.offerengine.server.market.TestTemplates.SEARCH_KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.TestClient;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bad requests about templates of every kind get their status, code and text, and store nothing.
 */
class BadTemplateTest {
  /** A valid template. */
  private static final String GOOD = "{\"name\":\"a\",\"image\":\"i\"}";

  @TempDir private static Path directory;
  private static TestTemplates service;
  private static TestClient client;
  private static String before;

  @BeforeAll
  static void open() throws IOException {
    service = TestTemplates.open(directory);
    client = service.client();
    service.post("{\"name\":\"kept\",\"image\":\"i\"}");
    before = service.list(KEY, "mine").body();
  }

  @AfterEach
  void nothingHasChanged() {
    assertThat(service.list(KEY, "mine").body()).isEqualTo(before);
    assertThat(service.list(BOBS_KEY, "mine").body()).isEqualTo("{\"templates\":[]}");
  }

  @AfterAll
  static void close() {
    service.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // the text as a whole
        "``                         | invalid_request | the body is empty",
        "nonsense                   | invalid_request | (line 1, column 1)",
        "[]                         | invalid_request | a request is an object",
        "{\"name\":\"a\"            | invalid_request | cut short",
        "{}                         | invalid_request | a template needs a field name",
        "{\"name\":\"a\"}           | invalid_request | a template needs a field image",
        "{\"image\":\"i\"}          | invalid_request | a template needs a field name",
        "{\"name\":null,\"image\":\"i\"} | invalid_request | a template needs a field name",
        "{\"name\":\"a\",\"image\":\"i\",\"name\":\"b\"} | invalid_request | occurs twice",
        "{\"name\":\"a\",\"image\":\"i\",\"disk\":1} | unknown_field | it has name, image, tag",
        "{\"name\":\"a\",\"image\":\"i\",\"disk\":null} | unknown_field | called disk;",
        // wrong types and values
        "{\"name\":\"\",\"image\":\"i\"}  | invalid_value | at /name (line 1, column 9)",
        "{\"name\":7,\"image\":\"i\"}     | invalid_value | name takes a text, but got 7",
        "{\"name\":[\"a\"],\"image\":\"i\"} | invalid_value | but got a list",
        "{\"name\":\"a\",\"image\":\"\"}  | invalid_value | at /image",
        "{\"name\":\"a\",\"image\":{}}    | invalid_value | at /image",
        "{\"name\":\"a\",\"image\":\"i j\"} | invalid_value | an image is [registry[:port]/]path",
        "{\"name\":\"a\",\"image\":\"i:1\",\"tag\":\"2\"} | invalid_value | the image says 1",
        "{\"name\":\"a\",\"image\":\"i\",\"tag\":\" \"} | invalid_value | at /tag",
        "{\"name\":\"a\",\"image\":\"i\",\"runtype\":\"shell\"} | invalid_value | one of ssh, jup",
        "{\"name\":\"a\",\"image\":\"i\",\"runtype\":\"SSH\"} | invalid_value | the text 'SSH'",
        "{\"name\":\"a\",\"image\":\"i\",\"private\":\"no\"} | invalid_value | true or false",
        "{\"name\":\"a\",\"image\":\"i\",\"use_ssh\":2} | invalid_value | true or false",
        "{\"name\":\"a\",\"image\":\"i\",\"recommended_disk_space\":-1} | invalid_value | above 0",
        "{\"name\":\"a\",\"image\":\"i\",\"recommended_disk_space\":1e999} | invalid_value | GB",
        "{\"name\":\"a\",\"image\":\"i\",\"volume_info\":\"v\"} | invalid_value | an object",
        "{\"name\":\"a\",\"image\":\"i\",\"hash_id\":\"\"} | invalid_value | 32 lower-case hex",
        "{\"name\":\"a\",\"image\":\"i\",\"hash_id\":\"x' OR '1'='1\"} | invalid_value | 32 lower",
        "{\"name\":\"a\",\"image\":\"i\",\"docker_login_pass\":7} | invalid_value | 1 to 8192",
        // characters
        "{\"name\":\"a\\r\\nSet-Cookie: x=1\",\"image\":\"i\"} | invalid_value | one line",
        "{\"name\":\"a\\u0000\",\"image\":\"i\"} | invalid_value | one line without control",
        "{\"name\":\"a\\ud800\",\"image\":\"i\"} | invalid_request | half of a surrogate pair",
        "{\"name\":\"a\",\"image\":\"i\",\"href\":\"a\\u0085\"} | invalid_value | at /href",
        "{\"name\":\"a\",\"image\":\"i\",\"readme\":\"\\u001b[31m\"} | invalid_value | at /readme",
        // flags
        "{\"name\":\"a\",\"image\":\"i\",\"env\":\"A=1\"} | invalid_value | options are -e NAME",
        "{\"name\":\"a\",\"image\":\"i\",\"env\":\"-e\"} | invalid_value | followed by its value",
        "{\"name\":\"a\",\"image\":\"i\",\"env\":\"-e A\"} | invalid_value | -e takes NAME=value",
        "{\"name\":\"a\",\"image\":\"i\",\"env\":\"-e =1\"} | invalid_value | -e takes NAME=value",
        "{\"name\":\"a\",\"image\":\"i\",\"env\":\"-e A='1\"} | invalid_value | a quote is closed",
        "{\"name\":\"a\",\"image\":\"i\",\"env\":\"-p 80\"} | invalid_value | host:container",
        "{\"name\":\"a\",\"image\":\"i\",\"env\":\"-p 80:0\"} | invalid_value | 1 to 65535",
        "{\"name\":\"a\",\"image\":\"i\",\"env\":\"-p 8:8/icmp\"} | invalid_value | host:container",
        "{\"name\":\"a\",\"image\":\"i\",\"env\":\"--gpus all x\"} | invalid_value | text 'x'",
        "{\"name\":\"a\",\"image\":\"i\",\"env\":\"-p\"} | invalid_value | followed by its value",
        "{\"name\":\"a\",\"image\":\"i\",\"env\":\"-p a:b\"} | invalid_value | text 'a:b'",
        "{\"name\":\"a\",\"image\":\"i\",\"env\":[\"-e\"]} | invalid_value | env takes a text",
        // conditions
        "{\"name\":\"a\",\"image\":\"i\",\"extra_filters\":[]} | invalid_value | takes an object",
        "{\"name\":\"a\",\"image\":\"i\",\"extra_filters\":{\"gpu_nme\":{\"eq\":\"x\"}}}"
            + " | unknown_field | at /extra_filters/gpu_nme (line 1, column 42): no offer field is",
        "{\"name\":\"a\",\"image\":\"i\",\"extra_filters\":{\"gpu_name\":{\"like\":\"x\"}}}"
            + " | unknown_operator | use eq, neq, gt, gte, lt, lte, in or notin",
        "{\"name\":\"a\",\"image\":\"i\",\"extra_filters\":{\"gpu_name\":{\"gte\":\"x\"}}}"
            + " | operator_not_supported | at /extra_filters/gpu_name/gte",
        "{\"name\":\"a\",\"image\":\"i\",\"extra_filters\":{\"num_gpus\":{\"eq\":\"two\"}}}"
            + " | invalid_value | at /extra_filters/num_gpus/eq",
        "{\"name\":\"a\",\"image\":\"i\",\"extra_filters\":{\"num_gpus\":{\"in\":[]}}}"
            + " | empty_condition | in needs at least one value",
        "{\"name\":\"a\",\"image\":\"i\",\"extra_filters\":{\"order\":[]}}"
            + " | unknown_field | at /extra_filters/order",
      })
  void post_ofABadTemplate_isRefused(String body, String code, String part) {
    assertError(service.post(body), 400, code, part);
  }

  @Test
  void post_ofTextsThatAreTooLong_isRefused() {
    String line = "x".repeat(1_025);
    String name = GOOD.replace("\"a\"", "\"" + line + "\"");
    assertError(service.post(name), 400, "limit_exceeded", "name takes at most 1024 characters");
    assertError(
        service.post(with("readme", "x".repeat((1 << 16) + 1))),
        400,
        "limit_exceeded",
        "a text may have at most 65536 characters");
    assertError(
        service.post(with("docker_login_pass", "x".repeat(8_193))),
        400,
        "invalid_value",
        "docker_login_pass takes one line of text of 1 to 8192 characters");
  }

  @Test
  void post_ofAReadmeOf10Megabytes_isTooLarge() {
    assertError(
        service.post(with("readme", "x".repeat(10_000_000))),
        413,
        "payload_too_large",
        "the body is larger than 1048576 bytes, the limit");
  }

  @Test
  void post_ofDeepNesting_isRefused() {
    String deep = "{\"a\":".repeat(50) + "1" + "}".repeat(50);
    String body = GOOD.replace("}", ",\"volume_info\":" + deep + "}");
    assertError(service.post(body), 400, "limit_exceeded", "nested at most 32 deep");
  }

  @Test
  void post_withAHashThatIsNotOnesOwn_isNotFound() {
    int start = before.indexOf("\"hash_id\":\"") + 11;
    String alices = before.substring(start, start + 32);
    String unknown = "0".repeat(32);
    String expected = "no template of yours has the hash_id ";
    assertError(
        service.post(BOBS_KEY, with("hash_id", alices)), 404, "not_found", expected + alices);
    assertError(service.post(with("hash_id", unknown)), 404, "not_found", expected + unknown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "?select                  | invalid_value   | select is \\\"\\\"; send select=mine",
        "?select=all              | invalid_value   | or select=public for all public ones",
        "?select=MINE             | invalid_value   | select is \\\"MINE\\\"",
        "?select=mine'%20OR%201=1 | invalid_value   | send select=mine",
        "?select=%00%0d%0aX:y     | invalid_value   | send select=mine",
        "?select=%ff              | invalid_request | is not UTF-8",
        "?select=mine&select=mine | invalid_request | is repeated; send it once",
        "?select=mine&user=2      | invalid_request | no query parameter is called",
      })
  void get_ofABadSelection_isRefused(String query, String code, String part) {
    HttpResponse<String> response = client.send(client.withKey("GET", PATH + query));
    assertError(response, 400, code, part);
    assertThat(response.headers().firstValue("X")).isEmpty();
  }

  @Test
  void anything_withoutARightfulKey_isRefused() {
    assertError(client.send(client.request("GET", PATH)), 401, "auth_error", "Bearer");
    assertError(client.send(client.request("POST", PATH)), 401, "auth_error", "Bearer");
    assertError(service.post("no-key", GOOD), 401, "auth_error", "Bearer");
    assertError(service.post(SEARCH_KEY, GOOD), 403, "forbidden", "templates");
    assertError(service.list(SEARCH_KEY, "mine"), 403, "forbidden", "templates");
  }

  @Test
  void anything_inAnotherWay_isRefused() {
    assertError(
        client.send(client.json("PATCH", PATH, GOOD)),
        405,
        "method_not_allowed",
        "use DELETE, GET, HEAD");
    assertError(
        client.send(client.json("POST", PATH, GOOD).setHeader("Content-Type", "text/plain")),
        415,
        "unsupported_media_type",
        "send application/json");
    assertError(
        client.send(client.json("POST", PATH + "?select=mine", GOOD)),
        400,
        "invalid_request",
        "this path takes none");
  }

  private static String with(String field, String value) {
    return GOOD.replace("}", ",\"" + field + "\":\"" + value + "\"}");
  }
}
