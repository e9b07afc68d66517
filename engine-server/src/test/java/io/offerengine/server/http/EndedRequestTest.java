package io.offerengine.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.limit.RateLimit;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.Scope;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An observer learns of every request what happened to it. */
class EndedRequestTest {
  private static final int PATIENCE_SECONDS = 60;
  private static final long PAUSE_MILLIS = 20;

  private final BlockingQueue<EndedRequest> ended = new LinkedBlockingQueue<>();
  private ApiServer server;
  private TestClient client;

  @BeforeEach
  void start() throws IOException {
    RateLimit one = new RateLimit(2, Duration.ofHours(1));
    server =
        new ApiServer(
            List.of(
                Route.of(Scope.SEARCH, "POST", "/echo/{name}", request -> echo(request))
                    .readingJson(100),
                Route.of(Scope.ADMIN, "GET", "/fault", request -> fail()),
                Route.open("GET", "/stream", request -> streamed())),
            ApiKey.ring(TestClient.KEY, 7),
            ServerSettings.defaults().with(to -> to.failureLimit = one));
    server.observe(request -> {
      throw new IllegalStateException("an observer that fails");
    });
    server.observe(ended::add);
    server.start();
    server.ready();
    client = new TestClient(server.port());
  }

  @AfterEach
  void stop() {
    server.close();
    assertThat(ended).isEmpty();
  }

  private static Answer echo(ApiRequest request) {
    Waiting.pause(PAUSE_MILLIS);
    return Answer.ok(request.read(body -> body));
  }

  private static Answer streamed() {
    return Answer.streamed(out -> {
      Waiting.pause(PAUSE_MILLIS);
      out.write("[1,2]".getBytes(UTF_8));
    });
  }

  private static Answer fail() {
    throw new IllegalStateException("a fault");
  }

  private EndedRequest next() throws InterruptedException {
    return Objects.requireNonNull(ended.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
  }

  @Test
  void ended_ofAnAnswer_hasItsRouteCallerBytesAndTimes() throws InterruptedException {
    client.post("/echo/me/", "[1,2,3]");
    EndedRequest request = next();
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.route()).isEqualTo("/echo/{name}");
    assertThat(request.status()).isEqualTo(200);
    assertThat(request.refusal()).isNull();
    assertThat(request.caller()).extracting(Caller::user).isEqualTo(7L);
    assertThat(request.bytesRead()).isEqualTo(7);
    assertThat(request.bytesWritten()).isEqualTo(7);
    assertThat(request.waitNanos()).isNotNegative();
    assertThat(request.readNanos()).isPositive();
    assertThat(request.answerNanos()).isGreaterThanOrEqualTo(PAUSE_MILLIS * 1_000_000);
    assertThat(request.writeNanos()).isPositive();
  }

  @Test
  void ended_ofAStream_countsItsTimeAsWriting() throws InterruptedException {
    client.send(client.request("GET", "/stream"));
    EndedRequest request = next();
    assertThat(request.status()).isEqualTo(200);
    assertThat(request.caller()).isNull();
    assertThat(request.bytesWritten()).isEqualTo(5);
    assertThat(request.readNanos()).isZero();
    assertThat(request.writeNanos()).isGreaterThanOrEqualTo(PAUSE_MILLIS * 1_000_000);
  }

  @ParameterizedTest
  @CsvSource({
    "GET /nothing, X: a, 404, , not_found",
    "GET /echo/x, X: a, 405, /echo/{name}, method_not_allowed",
    "GET /fault, X: a, 500, /fault, internal_error",
    "POST /echo/x, Content-Length: 101, 413, /echo/{name}, payload_too_large",
    "GET /fault, Malformed line, 400, , invalid_request",
  })
  void ended_ofARefusal_hasItsCause(
      String line, String header, int status, String route, String refusal) throws Exception {
    try (RawConnection connection = new RawConnection(server.port())) {
      connection.send(RawConnection.head(line, header)).readLine();
      EndedRequest request = next();
      assertThat(request.status()).isEqualTo(status);
      assertThat(request.route()).isEqualTo(route);
      assertThat(request.refusal()).isEqualTo(refusal);
      assertThat(request.caller() != null).isEqualTo(status == 500 || status == 413);
    }
  }

  @Test
  void ended_ofUnknownKeys_tellsTheLimitFromTheKey() throws InterruptedException {
    HttpRequest.Builder request =
        client.request("GET", "/fault").header("Authorization", "Bearer unknown");
    client.send(request);
    client.send(request);
    client.send(request);
    assertThat(List.of(next().refusal(), next().refusal(), next().refusal()))
        .containsExactly("auth_error", "auth_error", "unknown_keys");
  }

  @Test
  void ended_ofARequestWhoseClientLeaves_comesAllTheSame() throws Exception {
    try (RawConnection connection = new RawConnection(server.port())) {
      connection.send(RawConnection.head("POST /echo/x", "Content-Length: 50") + "[1,");
    }
    EndedRequest request = next();
    assertThat(request.route()).isEqualTo("/echo/{name}");
    assertThat(request.refusal()).isEqualTo("invalid_request");
  }
}
