package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.RawConnection;
import io.offerengine.server.http.TestClient;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The key in the address of documented operations, as the official clients sent it for years. */
class AddressKeyTest {
  private static final String KEY = "api_key=" + TestClient.KEY;

  @AutoClose private static final TestService service = TestService.open();

  private static HttpResponse<String> send(String method, String target, String... headers) {
    HttpRequest.Builder request = service.client().request(method, target);
    if (!method.equals("GET")) {
      request.method(method, BodyPublishers.ofString("{\"limit\":1}"));
    }
    return service.client().send(headers.length == 0 ? request : request.headers(headers));
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /api/v0/bundles/?",
    "GET, /api/v0/bundles/?q=%7B%22limit%22:1%7D&",
    "GET, /api/v0/users/current?owner=me&",
    "GET, /api/v0/users/me/invoices?owner=me&inc_charges=true&",
    "GET, /api/v0/template/?select=mine&",
    "GET, /api/v0/auth/apikeys/?",
    "GET, /api/v0/gpu_names/unique/?"
  })
  void documentedOperations_takeTheKeyAloneAndBesideTheHeader(String method, String target) {
    String header = "Bearer " + TestClient.KEY;
    assertThat(send(method, target + KEY).statusCode()).isEqualTo(200);
    assertThat(send(method, target + "api_key=test%2Dkey").statusCode()).isEqualTo(200);
    assertThat(send(method, target + KEY, "Authorization", header).statusCode()).isEqualTo(200);
    assertThat(send(method, target + "api_key=wrong", "Authorization", header).statusCode())
        .isEqualTo(200);
  }

  @Test
  void header_decides() {
    HttpResponse<String> response =
        send("POST", "/api/v0/bundles?" + KEY, "Authorization", "Bearer wrong");
    assertError(response, 401, "auth_error", "the API key is unknown");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"api_key=", "api_key", "", "API_KEY=test-key", "apikey=test-key", "x=api_key"})
  void noKey_isNoKey(String query) {
    HttpResponse<String> response = send("POST", "/api/v0/bundles?" + query);
    assertError(response, 401, "auth_error", "no API key was sent");
  }

  @ParameterizedTest
  @ValueSource(strings = {"wrong-key", "test-key%20", "%0a", "test-key+", "%E2%82%AC"})
  void wrongKey_isRefusedAndNotShown(String key) {
    HttpResponse<String> response = send("POST", "/api/v0/bundles?api_key=" + key);
    assertError(response, 401, "auth_error", "the API key is unknown");
    assertThat(response.body()).doesNotContain("wrong-key").doesNotContain("test-key");
  }

  @Test
  void keyTwice_isRefusedWithAndWithoutTheHeader() {
    String twice = "/api/v0/bundles?" + KEY + "&" + KEY;
    String problem = "the query parameter api_key is repeated; send it once";
    assertError(send("POST", twice), 400, "invalid_request", problem);
    HttpResponse<String> besideHeader =
        send("POST", twice, "Authorization", "Bearer " + TestClient.KEY);
    assertError(besideHeader, 400, "invalid_request", problem);
    assertThat(besideHeader.body()).doesNotContain(TestClient.KEY);
  }

  @Test
  void keyWithABrokenEscape_isRefused() throws IOException {
    try (RawConnection connection = service.client().connect()) {
      String head = "GET /api/v0/bundles?x=%zz&api_key=%f HTTP/1.1\r\nHost: a\r\n";
      assertThat(connection.send(head + "Connection: close\r\n\r\n").readAll())
          .startsWith("HTTP/1.1 400 ")
          .contains("has a % that two hexadecimal digits don't follow");
    }
  }

  /** The path that is left decides whether the address has a key. */
  @ParameterizedTest
  @CsvSource({
    "GET, /api//v0/bundles//?q=%7B%7D&, 200",
    "GET, //api/v0/bundles?q=%7B%7D&, 200",
    "GET, //admin/stats?, 401",
    "GET, /api/v0//..//..//admin/stats?, 401",
    "POST, /market//v1/query?, 401"
  })
  void emptySegments_openNothing(String method, String target, int status) {
    assertThat(send(method, target + KEY).statusCode()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({"GET, /admin/stats", "POST, /market/v1/query", "PUT, /admin/offers"})
  void ownOperations_takeNoKeyInTheAddress(String method, String path) {
    assertError(send(method, path + "?" + KEY), 401, "auth_error", "no API key was sent");
    HttpResponse<String> besideHeader =
        send(method, path + "?" + KEY, "Authorization", "Bearer " + TestClient.KEY);
    assertError(besideHeader, 400, "invalid_request", "no query parameter is called");
    assertThat(besideHeader.body()).doesNotContain(TestClient.KEY);
  }

  @Test
  void keyWithoutTheScope_isRefused() {
    HttpResponse<String> response =
        send("POST", "/api/v0/bundles?api_key=" + TestService.USELESS_KEY);
    assertError(response, 403, "forbidden", "lacks the scope search");
  }
}
