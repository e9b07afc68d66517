package io.offerengine.server.http;

import static io.offerengine.server.http.TestClient.assertErrorBody;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.limit.Pace;
import io.offerengine.server.keys.Scope;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies that arrive slowly or never, and keys that send too much at once. */
class SlowBodyTest {
  private static final Duration PATIENT = Duration.ofMinutes(1);

  private final Semaphore entered = new Semaphore(0);
  private final CountDownLatch leave = new CountDownLatch(1);
  private RouteServer server;

  @AfterEach
  void stop() throws IOException {
    leave.countDown();
    server.close();
  }

  private void start(ServerSettings settings) {
    server =
        RouteServer.of(
            settings,
            Route.of(
                    Scope.SEARCH, "POST", "/echo", request -> Answer.ok(request.read(body -> body)))
                .readingJson(100_000),
            Route.of(Scope.SEARCH, "POST", "/slow", this::answerLater).readingJson(100),
            Route.of(Scope.ADMIN, "PUT", "/feed", SlowBodyTest::readAll)
                .streamingJson(1_000_000, "batch")
                .knowing("batch"));
  }

  private static Answer readAll(ApiRequest request) throws IOException {
    long bytes = 0;
    while (request.stream().read() >= 0) {
      bytes++;
    }
    return Answer.ok(Long.toString(bytes).getBytes(UTF_8));
  }

  private Answer answerLater(ApiRequest request) {
    entered.release();
    RouteServer.await(leave);
    return Answer.ok(request.read(body -> body));
  }

  private static String head(String line, String key, int length) {
    return RawConnection.headBy(key, line, "Content-Length: " + length);
  }

  /** Returns a connection that has an answer; null if none has. */
  private RawConnection refused() throws IOException {
    for (RawConnection each : server.connections()) {
      if (each.hasReceived()) {
        return each;
      }
    }
    return null;
  }

  private String status(String key) throws IOException {
    return server.status(head("POST /echo", key, 2) + "{}");
  }

  @Test
  void requests_besideHundredsOfUnfinishedBodies_areAnswered() throws IOException {
    start(
        ServerSettings.defaults()
            .with(settings -> settings.bodyPace = new Pace(PATIENT, 1, PATIENT)));
    for (int i = 0; i < 300; i++) {
      server.send(head("POST /echo", TestClient.KEY, 1_000) + "{");
    }
    assertThat(status(RouteServer.OTHER_KEY)).isEqualTo("HTTP/1.1 200 OK");
    assertThat(status(TestClient.KEY)).isEqualTo("HTTP/1.1 200 OK");
    String rest = "x".repeat(999);
    for (RawConnection connection : server.connections()) {
      connection.send(rest);
    }
    for (RawConnection connection : server.connections()) {
      assertThat(connection.readLine()).isEqualTo("HTTP/1.1 200 OK");
    }
  }

  @Test
  void body_thatNeverCompletes_is408() throws IOException {
    start(
        ServerSettings.defaults()
            .with(
                settings -> settings.bodyPace = new Pace(Duration.ofMillis(200), 1_000, PATIENT)));
    String answer = server.send(head("POST /echo", TestClient.KEY, 100) + "{").readAll();
    assertThat(answer).startsWith("HTTP/1.1 408 ");
    assertErrorBody(RawConnection.body(answer), "invalid_request", "did not arrive in time");
  }

  /** Below the rate, and above it for longer than the total time. */
  @ParameterizedTest
  @CsvSource({"1000000, 60000", "1, 400"})
  void body_thatDrips_is408(long bytesPerSecond, long totalMillis) throws Exception {
    Pace pace = new Pace(Duration.ofMillis(300), bytesPerSecond, Duration.ofMillis(totalMillis));
    start(ServerSettings.defaults().with(s -> s.bodyPace = s.streamPace = pace));
    for (String line : List.of("POST /echo", "PUT /feed", "PUT /feed?batch=1")) {
      assertThat(drip(head(line, TestClient.KEY, 100_000))).startsWith("HTTP/1.1 408 ");
    }
  }

  /** Sends a byte every few milliseconds until the server answers; returns the answer's line. */
  private String drip(String head) throws Exception {
    RawConnection connection = server.send(head);
    while (!connection.hasReceived()) {
      connection.send("1");
      Waiting.pause(10);
    }
    return connection.readLine();
  }

  /** A user with many keys gets no more of the service than a user with one. */
  @Test
  void slots_ofOneUser_leaveSomeToOthers() throws Exception {
    start(ServerSettings.defaults().with(to -> to.requestLimit = 8));
    List<RawConnection> running = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      running.add(
          server.send(
              head("POST /slow", i % 2 == 0 ? TestClient.KEY : RouteServer.SECOND_KEY, 2) + "{}"));
      entered.acquire();
    }
    String refused = server.send(head("POST /slow", TestClient.KEY, 2) + "{}").readLine();
    assertThat(refused).isEqualTo("HTTP/1.1 503 Service Unavailable");
    for (String key : List.of(TestClient.KEY, RouteServer.SECOND_KEY)) {
      assertThat(status(key)).isEqualTo("HTTP/1.1 503 Service Unavailable");
    }
    assertThat(status(RouteServer.OTHER_KEY)).isEqualTo("HTTP/1.1 200 OK");
    leave.countDown();
    for (RawConnection connection : running) {
      assertThat(connection.readLine()).isEqualTo("HTTP/1.1 200 OK");
    }
    assertThat(status(TestClient.KEY)).isEqualTo("HTTP/1.1 200 OK");
  }

  @Test
  void bodies_beyondTheBytesInFlight_are503AndGiveTheirBytesBack() throws Exception {
    start(
        ServerSettings.defaults()
            .with(to -> to.bytesInFlight = 100_000)
            .with(settings -> settings.bodyPace = new Pace(PATIENT, 1, PATIENT)));
    for (int i = 0; i < 3; i++) {
      server.send(head("POST /echo", TestClient.KEY, 90_000) + "x".repeat(50_000));
    }
    Waiting.until(() -> refused() != null);
    assertThat(refused().readLine()).isEqualTo("HTTP/1.1 503 Service Unavailable");
    assertThat(status(TestClient.KEY)).isEqualTo("HTTP/1.1 200 OK");
    assertThat(status(RouteServer.OTHER_KEY)).isEqualTo("HTTP/1.1 200 OK");
    server.hangUp();
    Waiting.until(() -> server.server().memory().inFlight() <= 0);
  }
}
