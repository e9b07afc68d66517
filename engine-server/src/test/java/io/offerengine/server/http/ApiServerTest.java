package io.offerengine.server.http;

import static io.offerengine.server.http.TestClient.assertError;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.limit.BusyException;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server's start, overload, failures and stop, and the form of its errors. */
class ApiServerTest {
  @Test
  void ready_letsRequestsIn() throws IOException {
    try (RouteServer server = RouteServer.unready()) {
      TestClient client = server.client();
      assertError(client.send(client.request("GET", "/health")), 503, "unavailable", "starting");
      assertError(client.send(client.request("GET", "/open")), 503, "unavailable", "starting");
      assertError(client.send(client.request("GET", "/echo")), 401, "auth_error", "no API key");
      assertError(client.get("/echo"), 503, "unavailable", "starting");
      assertError(client.get("/ecko"), 404, "not_found", "/ecko");
      server.server().ready();
      assertThat(client.send(client.request("GET", "/health")).statusCode()).isEqualTo(200);
      assertThat(client.get("/echo").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void close_finishesARunningRequestAndRefusesNewOnes() throws Exception {
    RouteServer server = RouteServer.echo();
    TestClient client = server.client();
    int port = server.port();
    try (RawConnection earlier = new RawConnection(port)) {
      CompletableFuture<HttpResponse<String>> slow =
          client.sendAsync(client.withKey("GET", "/slow"));
      server.entered.await();
      earlier.send("GET /open HTTP/1.1\r\nHost: a\r\n");
      CompletableFuture<Void> closed = CompletableFuture.runAsync(server.server()::close);
      RawConnection.awaitRefused(port);
      String refused = earlier.send("\r\n").readAll();
      assertThat(refused)
          .startsWith("HTTP/1.1 503 ")
          .contains("Retry-After: 1\r\n", "Refused-For: stopping\r\n");
      TestClient.assertErrorBody(RawConnection.body(refused), "unavailable", "is stopping");
      assertThat(closed).isNotDone();
      server.leave.countDown();
      assertThat(slow.get().body()).isEqualTo("\"late\"");
      closed.get();
    }
  }

  @Test
  void close_finishesARequestWhoseBodyStillArrives() throws Exception {
    RouteServer server = RouteServer.echo();
    try (RawConnection connection = new RawConnection(server.port())) {
      connection.send(
          RawConnection.head("POST /echo", "Content-Length: 4", "Expect: 100-continue"));
      assertThat(connection.readLine()).isEqualTo("HTTP/1.1 100 Continue");
      int port = server.port();
      CompletableFuture<Void> closed = CompletableFuture.runAsync(server.server()::close);
      RawConnection.awaitRefused(port);
      String response = connection.send("1234").readAll();
      assertThat(response).contains("HTTP/1.1 200 ").endsWith("\r\n\r\n1234");
      closed.get();
    }
  }

  @Test
  void start_onThePortOfAStoppedServer_works() throws IOException {
    RouteServer first = RouteServer.echo();
    int port = first.port();
    TestClient client = first.client();
    assertThat(client.send(client.request("GET", "/open")).statusCode()).isEqualTo(200);
    first.close();
    try (RouteServer second = RouteServer.echo(to -> to.port = port)) {
      assertThat(second.port()).isEqualTo(port);
      assertThat(client.send(client.request("GET", "/open")).statusCode()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "999, 1", "1000, 1", "1001, 2", "59999, 60", "60000, 60"})
  void error_ofARefusalThatKnowsHowLongItHolds_saysSoInWholeSeconds(long millis, String seconds) {
    for (ErrorCode code : List.of(ErrorCode.TOO_MANY_REQUESTS, ErrorCode.UNAVAILABLE)) {
      Duration wait = Duration.ofMillis(millis);
      BusyException busy = new BusyException(code, BusyException.Cause.SLOTS, "why", wait);
      Answer answer = ErrorResponses.of(busy);
      assertThat(answer.refusal()).isEqualTo("slots");
      assertThat(answer.headers()).containsEntry("Retry-After", seconds);
      assertThat(body(answer)).endsWith("\"msg\":\"" + code + ": why\"}");
    }
  }

  @Test
  void error_withATextOfEveryKind_isQuotedAsJson() {
    Answer answer =
        ErrorResponses.of(
            new EngineException(ErrorCode.INVALID_VALUE, "\"a\\b\"\n\u0000\u001f/ é \ud83d\ude00"));
    assertThat(body(answer))
        .endsWith("\"msg\":\"\\\"a\\\\b\\\"\\n\\u0000\\u001F/ é \ud83d\ude00\"}");
  }

  private static String body(Answer answer) {
    return UTF_8.decode(((Answer.Held) answer.body()).bytes().duplicate()).toString();
  }
}
