package io.offerengine.server.http;

import static io.offerengine.server.http.RawConnection.body;
import static io.offerengine.server.http.RawConnection.exchange;
import static io.offerengine.server.http.TestClient.assertErrorBody;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Malformed requests: Jetty's errors have the form of all other errors. */
class RawRequestTest {
  private static final String POST =
      "POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer test-key\r\n";

  @AutoClose private static final TestServer server = TestServer.start();

  private static void assertRefused(String response, String status, String code, String message) {
    assertThat(response).startsWith("HTTP/1.1 " + status + " ");
    assertThat(response).containsIgnoringCase("\r\nContent-Type: application/json\r\n");
    assertErrorBody(body(response), code, message);
    assertThat(response).doesNotContain("Jetty").doesNotContain("eclipse");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nonsense                        | 400",
        "GET                             | 400",
        "GET /open HTTP/9.9              | 505",
        "GET /open HTTP/1.1              | 400",
        "GET /o%zzpen HTTP/1.1;Host: a   | 400",
        "GET /a/%2e%2e/open HTTP/1.1;Host: a;Connection: close | 400",
        "GET /open HTTP/1.1;Host: a;Host: b | 400",
        "GET /open HTTP/1.1;Host: a;X : b | 400",
        "GET /open HTTP/1.1;Host: a;Content-Length: x | 400",
        "G\u0001T /open HTTP/1.1;Host: a | 400",
      })
  void answer_ofAMalformedHead_isAnError(String head, String status) throws IOException {
    String response = exchange(server.port(), head.replace(";", "\r\n") + "\r\n\r\n");
    assertRefused(response, status, "invalid_request", "INVALID_REQUEST: this is no valid HTTP");
  }

  @Test
  void answer_ofAnEndlessUrl_is414() throws IOException {
    String head = "GET /open?" + "x".repeat(100_000) + " HTTP/1.1\r\nHost: a\r\n\r\n";
    assertRefused(exchange(server.port(), head), "414", "limit_exceeded", "send the query by POST");
  }

  @Test
  void answer_ofEndlessHeaders_is431() throws IOException {
    String head = "GET /open HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(100_000) + "\r\n\r\n";
    assertRefused(exchange(server.port(), head), "431", "limit_exceeded", "headers are too large");
  }

  @Test
  void answer_ofAUrlOfManyThousandCharacters_isTheirMeaning() throws IOException {
    String text = "x".repeat(50_000);
    String response =
        exchange(server.port(), POST.replace("POST /echo", "GET /echo?q=" + text) + "\r\n");
    assertThat(response).startsWith("HTTP/1.1 200 ");
    assertThat(body(response)).isEqualTo("\"" + text + "\"");
  }

  /** A proxy that ends lines in another way would see other requests than the service. */
  @Test
  void answer_ofAHeadWithBareLineFeeds_is400() throws IOException {
    String head = "GET /open HTTP/1.1\nHost: a\nConnection: close\n\n";
    assertThat(exchange(server.port(), head)).startsWith("HTTP/1.1 400 ");
    String one = "GET /open HTTP/1.1\r\nHost: a\nConnection: close\r\n\r\n";
    assertThat(exchange(server.port(), one)).startsWith("HTTP/1.1 400 ");
  }

  @Test
  void answer_ofAnyKind_forbidsGuessingItsType() throws IOException {
    String open = "GET /open HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    for (String request : List.of(open, open.replace("/open", "/none"), "nonsense\r\n\r\n")) {
      assertThat(exchange(server.port(), request))
          .containsIgnoringCase("\r\nX-Content-Type-Options: nosniff\r\n");
    }
  }

  /** A semicolon stands for the end of a line, a tilde for a bare line feed. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Transfer-Encoding: chunked;;zz;{};0;; | its chunks are malformed",
        "Transfer-Encoding: chunked;;2~{};0;; | INVALID_REQUEST",
        "Transfer-Encoding: chunked;;2;{}~0;; | INVALID_REQUEST",
        "Transfer-Encoding: gzip, chunked;;2;{};0;; | INVALID_REQUEST",
        "Transfer-Encoding: chunked, chunked;;2;{};0;; | INVALID_REQUEST",
        "Transfer-Encoding: identity;;2;{};0;; | INVALID_REQUEST",
        "Transfer-Encoding: xchunked;;2;{};0;; | INVALID_REQUEST",
        "Content-Length: 2;Transfer-Encoding: chunked;; | valid HTTP"
      })
  void answer_ofABodyOfNoClearLength_is400AndCloses(String rest, String part) throws IOException {
    String open = POST.replace("Connection: close\r\n", "");
    String request = open + rest.replace(";", "\r\n").replace('~', '\n');
    assertRefused(exchange(server.port(), request), "400", "invalid_request", part);
  }

  @Test
  void answer_ofABodyCutShort_is400() throws IOException {
    try (RawConnection connection = new RawConnection(server.port())) {
      String response = connection.send(POST + "Content-Length: 9\r\n\r\n{}").finish().readAll();
      assertRefused(response, "400", "invalid_request", "it is cut short");
    }
  }

  @Test
  void answer_toAClientThatAsksFirst_comesBeforeTheBody() throws IOException {
    try (RawConnection connection = new RawConnection(server.port())) {
      connection.send(POST + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n");
      assertThat(connection.readLine()).isEqualTo("HTTP/1.1 100 Continue");
      assertThat(body(connection.send("{}").readAll().substring(2))).isEqualTo("{}");
    }
    String tooLarge = POST + "Content-Length: 1001\r\nExpect: 100-continue\r\n\r\n";
    assertRefused(exchange(server.port(), tooLarge), "413", "payload_too_large", "the limit");
    String noKey = tooLarge.replace("test-key", "no-key");
    assertRefused(exchange(server.port(), noKey), "401", "auth_error", "unknown");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a b",
        "é",
        "<script>",
        "0123456789012345678901234567890123456789012345678901234567890123456789"
      })
  void requestId_thatIsMalformed_isReplaced(String id) throws IOException {
    String request = "GET /open HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Request-Id: ";
    assertThat(exchange(server.port(), request + id + "\r\n\r\n"))
        .contains("200 OK")
        .containsPattern("X-Request-Id: [0-9a-f]{16}\r\n");
  }
}
