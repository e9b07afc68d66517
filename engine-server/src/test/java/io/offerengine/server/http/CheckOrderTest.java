package io.offerengine.server.http;

import static io.offerengine.server.http.TestClient.assertError;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.limit.Client;
import io.offerengine.server.http.limit.FairBudget;
import io.offerengine.server.keys.Scope;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** If a request has several faults, the first check gives the answer. */
class CheckOrderTest {
  private static final String TOO_LARGE = "1".repeat(RouteServer.BODY_LIMIT + 1);

  @AutoClose private static final RouteServer server = RouteServer.echo();
  private static final TestClient client = server.client();

  private static HttpResponse<String> send(
      String method, String target, String key, String type, String body) {
    var request = client.request(method, target).method(method, BodyPublishers.ofString(body));
    if (key != null) {
      request.header("Authorization", key);
    }
    if (type != null) {
      request.header("Content-Type", type);
    }
    return client.send(request);
  }

  /** Each request has the faults of all later lines, too. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FOO  | /ecko?x=1 | Bearer no | text/xml | 404 | not_found | no path is called /ecko;",
        "PUT  | /echo?x=1 |           | text/xml | 405 | method_not_allowed | the method PUT is",
        "POST | /echo?x=1 |           | text/xml | 401 | auth_error | no API key was sent",
        "POST | /echo?x=1 | Bearer wrong | text/xml | 401 | auth_error | the API key is unknown",
        "POST | /echo?x=1 | bearer test-key | text/xml; charset=utf-8 | 415"
            + " | unsupported_media_type | the body is of type text/xml; send",
        "POST | /echo?x=1 | Bearer test-key | application/json | 413 | payload_too_large"
            + " | larger than 1000 bytes"
      })
  void answer_toSeveralFaults_isThatOfTheFirstCheck(
      String method, String target, String key, String type, int status, String code, String part) {
    HttpResponse<String> response = send(method, target, key, type, TOO_LARGE);
    assertError(response, status, code, part);
    assertThat(response.body()).doesNotContain("wrong").doesNotContain(TestClient.KEY);
    if (status == 405) {
      assertThat(response.headers().allValues("Allow")).containsExactly("GET, HEAD, OPTIONS, POST");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Bearer test-key", "bearer test-key", "BEARER test-key", "Bearer   test-key"})
  void key_inAnyForm_isFound(String header) throws IOException {
    assertThat(answerTo(header)).startsWith("HTTP/1.1 200 ");
    assertThat(answerTo(header + " ")).startsWith("HTTP/1.1 200 ");
  }

  /** Sends a request on a connection of its own. */
  private static String answerTo(String authorization) throws IOException {
    String head = "GET /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: ";
    return RawConnection.exchange(server.port(), head + authorization + "\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "test-key",
        "Bearer",
        "Bearer ",
        "Bearertest-key",
        "Bearer test-ke",
        "Bearer test-key1",
        "Bearer Test-key",
        "Bearer test-key test-key",
        "Basic test-key",
        "Bearer \"test-key\"",
        "Token Bearer test-key"
      })
  void key_inAnotherForm_isRefusedAndNotShown(String header) throws IOException {
    String answer = answerTo(header);
    assertThat(answer).startsWith("HTTP/1.1 401 ").doesNotContainIgnoringCase("test-ke");
    String remedy = "; send the header Authorization: Bearer <API_KEY>";
    TestClient.assertErrorBody(RawConnection.body(answer), "auth_error", remedy);
  }

  /** Proxies send requests of many clients on one connection. */
  @Test
  void key_thatDiffersByCaseFromTheLastOne_isAnotherKey() throws IOException {
    try (RawConnection connection = new RawConnection(server.port())) {
      connection.send(RawConnection.headBy("test-key", "GET /echo")).readHead();
      connection.send(RawConnection.headBy("Test-Key", "GET /echo", "Connection: close"));
      assertThat(connection.readAll()).contains("HTTP/1.1 401 ");
    }
  }

  @Test
  void keys_inTwoHeaders_areRefused() {
    HttpResponse<String> response =
        client.send(client.json("POST", "/echo", "{}").header("Authorization", "Bearer test-key"));
    assertError(response, 401, "auth_error", "no single Bearer key");
  }

  @Test
  void answer_ofALargeChunkedBody_is413BeforeTheParameters() {
    List<byte[]> chunks = List.of(TOO_LARGE.getBytes(US_ASCII));
    HttpResponse<String> response =
        client.send(client.withKey("POST", "/echo?x=1").POST(BodyPublishers.ofByteArrays(chunks)));
    assertError(response, 413, "payload_too_large", "larger than 1000 bytes");
  }

  /** The slots of the route are taken by somebody else. */
  @Test
  void answer_ofALargeStreamedBody_is413BeforeTheLoadAndTheParameters() {
    FairBudget slots = FairBudget.ofSlots(1, "other bodies");
    slots.shareOf(Client.ofUser(9)).require(1);
    Route route =
        Route.of(Scope.SEARCH, "PUT", "/feed", request -> Answer.empty())
            .streamingJson(RouteServer.BODY_LIMIT, "batch")
            .within(slots);
    try (RouteServer busy = RouteServer.of(RouteServer.DEFAULTS, route)) {
      TestClient feeding = busy.client();
      HttpResponse<String> large =
          feeding.send(feeding.withKey("PUT", "/feed?x=1").PUT(BodyPublishers.ofString(TOO_LARGE)));
      assertError(large, 413, "payload_too_large", "larger than 1000 bytes");
      HttpResponse<String> small =
          feeding.send(feeding.withKey("PUT", "/feed?x=1").PUT(BodyPublishers.ofString("1")));
      assertError(small, 503, "unavailable", "busy");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON",
        "application/json; charset=utf-8",
        "application/json;charset=latin-1; x=y"
      })
  @NullSource
  void answer_ofJsonByAnyNameOrNone_isTheBody(String type) {
    HttpResponse<String> response = send("POST", "/echo/", "Bearer test-key", type, "{}");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().allValues("Content-Type")).containsExactly("application/json");
    assertThat(response.body()).isEqualTo("{}");
  }

  /** Also what decides about keys sees one slash: no spelling of a path opens it. */
  @Test
  void answer_ofEmptySegments_isThatOfThePathWithoutThem() {
    for (String open : List.of("/open", "/open/", "//open//")) {
      assertThat(client.send(client.request("GET", open)).body()).isEqualTo("\"open\"");
    }
    for (String path : List.of("//echo?q=a//b", "/echo//?q=a//b", "//x//..//echo?q=a//b")) {
      assertError(client.send(client.request("GET", path)), 401, "auth_error", "no API key");
      assertThat(client.get(path).body()).isEqualTo("\"a//b\"");
    }
    assertError(client.send(client.request("GET", "/op//en")), 404, "not_found", "/op/en");
    assertError(client.send(client.request("PATCH", "//echo")), 405, "method_not_allowed", "use");
  }

  @Test
  void head_ofARefusal_hasItsHeadersAndNoBody() {
    HttpResponse<String> refused = client.send(client.request("HEAD", "/echo?q=abc"));
    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(refused.headers().allValues("WWW-Authenticate")).containsExactly("Bearer");
    assertThat(refused.body()).isEmpty();
  }

  @Test
  void options_ofAPath_listsItsMethodsToEverybody() {
    HttpResponse<String> response = client.send(client.request("OPTIONS", "/echo"));
    assertThat(response.statusCode()).isEqualTo(204);
    assertThat(response.headers().allValues("Allow")).containsExactly("GET, HEAD, OPTIONS, POST");
    assertThat(response.headers().allValues("Content-Type")).isEmpty();
    assertThat(response.body()).isEmpty();
    assertError(client.send(client.request("OPTIONS", "/ecko")), 404, "not_found", "/ecko");
  }
}
