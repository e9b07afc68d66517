package io.offerengine.server.http;

import static io.offerengine.server.http.RawConnection.body;
import static io.offerengine.server.http.RawConnection.exchange;
import static io.offerengine.server.http.TestClient.assertErrorBody;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests byte by byte: malformed ones, whose errors by Jetty have the form of all other errors;
 * bodies that arrive at once, in parts or in chunks; and answers before a body has arrived.
 */
class RawRequestTest {
  private static final String POST =
      "POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer test-key\r\n";

  private static final int LIMIT = RouteServer.BODY_LIMIT;
  private static final String KEY = "Authorization: Bearer test-key\r\n";
  private static final String CHUNKED = "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n";

  @AutoClose private static final RouteServer server = RouteServer.echo();

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
        "GET /open HTTP/9.9;Accept-Encoding: gzip | 505",
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
  void answer_ofAnEndlessUrlOrHeader_namesWhatIsTooLarge() throws IOException {
    String endless = "x".repeat(100_000);
    String url = "GET /open?" + endless + " HTTP/1.1\r\nHost: a\r\n\r\n";
    assertRefused(exchange(server.port(), url), "414", "limit_exceeded", "send the query by POST");
    String header = "GET /open HTTP/1.1\r\nHost: a\r\nX: " + endless + "\r\n\r\n";
    assertRefused(
        exchange(server.port(), header), "431", "limit_exceeded", "headers are too large");
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

  private static String head(String line, String header) {
    return line + " HTTP/1.1\r\nHost: a\r\n" + header.strip() + "\r\n";
  }

  private static String head(String headers) {
    return head("POST /echo", KEY) + headers;
  }

  private static String text(int length, Random random) {
    StringBuilder body = new StringBuilder();
    while (body.length() < length) {
      body.append((char) ('a' + random.nextInt(26)));
    }
    return body.toString();
  }

  private static String withLength(String headers, String body) {
    return head(headers + "Content-Length: " + body.length() + "\r\n\r\n") + body;
  }

  /** Sends a body in chunks of random lengths, with or without trailers. */
  private static String chunked(String headers, String body, Random random) {
    StringBuilder request = new StringBuilder(head(headers));
    request.append("Transfer-Encoding: chunked\r\n\r\n");
    int from = 0;
    while (from < body.length()) {
      int length = 1 + random.nextInt(body.length() - from);
      request.append(Integer.toHexString(length)).append("\r\n");
      request.append(body, from, from + length).append("\r\n");
      from += length;
    }
    return request.append(random.nextBoolean() ? "0\r\n\r\n" : "0\r\nX: a\r\n\r\n").toString();
  }

  private static int length(Random random) {
    int[] lengths = {0, 1, LIMIT - 1, LIMIT, LIMIT + 1, 30_000, random.nextInt(2 * LIMIT)};
    return lengths[random.nextInt(lengths.length)];
  }

  private static void requireAnswers(String what, String received, List<String> bodies) {
    String[] answers = received.split("HTTP/1\\.1 ", -1);
    assertThat(answers).as(what).hasSize(1 + bodies.size());
    for (int i = 0; i < bodies.size(); i++) {
      String body = bodies.get(i);
      if (body.length() > LIMIT) {
        assertThat(answers[1 + i]).as(what).startsWith("413 ").contains("payload_too_large");
      } else {
        assertThat(answers[1 + i]).as(what).startsWith("200 ").endsWith("\r\n\r\n" + body);
      }
    }
  }

  @Test
  void bodies_onOneConnectionHoweverTheyArrive_areAnsweredInOrder() throws IOException {
    long first = Seeds.first();
    for (long seed = first; seed < first + 100; seed++) {
      answersInOrder(seed);
    }
  }

  private static void answersInOrder(long seed) throws IOException {
    Random random = new Random(seed);
    List<String> bodies = new ArrayList<>();
    StringBuilder requests = new StringBuilder();
    int count = 1 + random.nextInt(5);
    for (int i = 0; i < count; i++) {
      String headers = i == count - 1 ? "Connection: close\r\n" : "";
      String body = text(length(random), random);
      bodies.add(body);
      requests.append(
          random.nextBoolean() ? withLength(headers, body) : chunked(headers, body, random));
    }
    try (RawConnection connection = new RawConnection(server.port())) {
      int from = 0;
      while (from < requests.length()) {
        int to = Math.min(requests.length(), from + 1 + random.nextInt(20_000));
        connection.send(requests.substring(from, to));
        from = to;
      }
      requireAnswers("seed=" + seed, connection.readAll(), bodies);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "POST /ecko,               Authorization: Bearer test-key, 404, not_found",
    "PUT /echo,                Authorization: Bearer test-key, 405, method_not_allowed",
    "POST /echo,               Authorization: Bearer no-key,   401, auth_error",
    "POST /echo?,              X: a,                           401, auth_error",
    "GET /refusal,             Authorization: Bearer test-key, 503, deadline_exceeded",
  })
  void refusal_ofALargeBody_reachesAClientThatSendsAllFirst(
      String line, String header, String status, String code) throws IOException {
    String large = "1".repeat(5_000_000);
    String request = head(line, header + "\r\nConnection: close") + "Content-Length: 5000000\r\n";
    String response = RawConnection.exchange(server.port(), request + "\r\n" + large);
    assertThat(response).startsWith("HTTP/1.1 " + status + " ");
    assertErrorBody(body(response), code, "");
  }

  @ParameterizedTest
  @CsvSource({
    "Content-Type: text/xml, the body is of type text/xml",
    "Content-Encoding: gzip, the body is encoded as gzip",
    "Content-Type: application/json, no query parameter is called",
  })
  void refusal_ofABody_leavesTheConnectionToTheNextRequest(String header, String message)
      throws IOException {
    String refused = head("POST /echo?x=1", KEY + header) + "Content-Length: 1000\r\n\r\n";
    String open = head("GET /open", "Connection: close") + "\r\n";
    String responses =
        RawConnection.exchange(server.port(), (refused + "1".repeat(1_000)).repeat(3) + open);
    assertThat(responses.split("HTTP/1.1 4", -1)).hasSize(1 + 3);
    assertThat(responses).contains(message, "HTTP/1.1 200 ").endsWith("\"open\"");
  }

  @Test
  void answer_ofARouteThatReadsNoBody_leavesTheConnectionToTheNextRequest() throws IOException {
    String first = head("GET /open", "Content-Length: 3") + "\r\nabc";
    String last = head("GET /open", "Connection: close") + "\r\n";
    String responses = RawConnection.exchange(server.port(), first + first + last);
    assertThat(responses.split("HTTP/1.1 200 ", -1)).hasSize(1 + 3);
  }

  @ParameterizedTest
  @CsvSource({
    "POST /ecko, Authorization: Bearer test-key, 404 Not Found",
    "POST /echo, Authorization: Bearer no-key,   401 Unauthorized",
    "POST /echo, X: a,                           401 Unauthorized",
  })
  void refusal_ofABodyThatNeverEnds_comesAtOnce_andClosesTheConnection(
      String line, String header, String status) throws IOException {
    try (RawConnection connection = new RawConnection(server.port())) {
      connection.send(head(line, header) + CHUNKED);
      assertThat(connection.readLine()).isEqualTo("HTTP/1.1 " + status);
      assertThat(connection.readAll()).contains("\"success\":false");
    }
  }

  @Test
  void close_whileARefusedBodyStalls_ends() throws IOException {
    RouteServer other = RouteServer.echo();
    try (RawConnection connection = new RawConnection(other.port())) {
      connection.send(head("POST /echo", "X: a") + CHUNKED);
      assertThat(connection.readLine()).startsWith("HTTP/1.1 401 ");
      other.close();
      assertThat(connection.readAll()).contains("auth_error");
    }
  }

  /** Bytes on their way must not break the connection before the client reads the answer. */
  @Test
  void refusal_ofABodyThatCameUnasked_takesInTheRest() throws IOException {
    String head = head("POST /echo", KEY + "Expect: 100-continue\r\nConnection: close");
    String chunk = "FA0\r\n" + "1".repeat(4_000) + "\r\n";
    try (RawConnection connection = new RawConnection(server.port())) {
      connection.send(head + "Transfer-Encoding: chunked\r\n\r\n" + chunk);
      for (int sent = 0; sent < 5_000; sent++) {
        connection.send(chunk);
      }
      String answer = connection.send("0\r\n\r\n").readAll();
      assertThat(answer).startsWith("HTTP/1.1 413 ");
      assertErrorBody(body(answer), "payload_too_large", "the limit");
    }
  }

  /** The body is larger than the buffers of both sockets. */
  @Test
  void refusal_ofABodyManyTimesTooLarge_reachesAClientThatSendsAllFirst() throws IOException {
    String megabyte = "1".repeat(1 << 20);
    try (RawConnection connection = new RawConnection(server.port())) {
      connection.send(head("POST /echo", KEY + "Connection: close"));
      connection.send("Content-Length: " + (150L << 20) + "\r\n\r\n");
      for (int sent = 0; sent < 150; sent++) {
        connection.send(megabyte);
      }
      String answer = connection.readAll();
      assertThat(answer).startsWith("HTTP/1.1 413 ");
      assertErrorBody(body(answer), "payload_too_large", "the limit");
    }
  }
}
