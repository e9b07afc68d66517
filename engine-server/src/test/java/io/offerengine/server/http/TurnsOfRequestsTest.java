package io.offerengine.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.Scope;
import io.offerengine.testing.Waiting;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * To read a body is work: it takes a turn of its user, and waiting for it takes the user's time.
 * Answers that many requests wait for are made by few threads.
 */
class TurnsOfRequestsTest {
  private static final String BODY = "{}" + " ".repeat(5_000);

  /** The turns of a user while nobody else comes. */
  private static final int TURNS = Runtime.getRuntime().availableProcessors();

  private final CountDownLatch leave = new CountDownLatch(1);
  private final AtomicInteger reading = new AtomicInteger();

  private static final int REQUESTS = 60;

  private final CompletableFuture<Void> signal = new CompletableFuture<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger mostRunning = new AtomicInteger();

  private Answer answer(ApiRequest request) {
    return Answer.ok(request.read(this::readLater));
  }

  private byte[] readLater(byte[] body) {
    reading.incrementAndGet();
    RouteServer.await(leave);
    return body;
  }

  private ApiServer start(Duration deadline) {
    List<Route> routes =
        List.of(
            Route.of(Scope.SEARCH, "POST", "/slow", this::answer).readingJson(100_000),
            Route.of(Scope.SEARCH, "POST", "/fast", request -> Answer.ok(request.read(b -> b)))
                .readingJson(100_000));
    // A key is the number of its user.
    return RouteServer.start(
        routes, key -> Caller.user(Long.parseLong(key)), to -> to.deadline = deadline);
  }

  private static CompletableFuture<HttpResponse<String>> send(
      TestClient client, String path, int user) {
    return client.sendAsync(client.as(Integer.toString(user)).json("POST", path, BODY));
  }

  private List<CompletableFuture<HttpResponse<String>>> readInAllTurns(TestClient client) {
    List<CompletableFuture<HttpResponse<String>>> slow = new ArrayList<>();
    for (int i = 0; i < TURNS; i++) {
      slow.add(send(client, "/slow", 7));
    }
    Waiting.until(() -> reading.get() >= TURNS);
    return slow;
  }

  @Test
  void body_ofAUserWhoseBodiesAreRead_waitsAndThoseOfOthersDoNot() throws Exception {
    try (ApiServer server = start(null)) {
      TestClient client = new TestClient(server.port());
      List<CompletableFuture<HttpResponse<String>>> slow = readInAllTurns(client);
      CompletableFuture<HttpResponse<String>> same = send(client, "/fast", 7);
      assertThat(send(client, "/fast", 8).get().statusCode()).isEqualTo(200);
      assertThat(same.isDone()).isFalse();
      leave.countDown();
      assertThat(same.get().body()).isEqualTo(BODY);
      for (CompletableFuture<HttpResponse<String>> each : slow) {
        assertThat(each.get().statusCode()).isEqualTo(200);
      }
    }
  }

  @Test
  void body_thatWaitsLongerThanTheDeadline_isRefused() throws Exception {
    try (ApiServer server = start(Duration.ofMillis(1))) {
      TestClient client = new TestClient(server.port());
      readInAllTurns(client);
      TestClient.assertError(
          send(client, "/fast", 7).get(), 503, "deadline_exceeded", "other requests of yours");
      leave.countDown();
    }
  }

  private Answer answerTogether() {
    mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
    Waiting.pause(10);
    running.decrementAndGet();
    return Answer.ok("{}".getBytes(UTF_8));
  }

  @Test
  void answers_thatAreDueAtOnce_areMadeByAsManyThreadsAsProcessors() throws Exception {
    Route later =
        Route.of(
            Scope.SEARCH,
            "GET",
            "/later",
            request -> {
              waiting.incrementAndGet();
              return Answer.later(signal, this::answerTogether);
            });
    try (ApiServer server = RouteServer.start(List.of(later), ApiKey.ring(TestClient.KEY, 1))) {
      TestClient client = new TestClient(server.port());
      List<CompletableFuture<HttpResponse<String>>> responses = new ArrayList<>();
      for (int i = 0; i < REQUESTS; i++) {
        responses.add(client.sendAsync(client.withKey("GET", "/later")));
        // One by one: the gate refuses many requests of one key that come at once.
        int sent = i + 1;
        Waiting.until(() -> waiting.get() >= sent);
      }
      signal.complete(null);
      for (CompletableFuture<HttpResponse<String>> each : responses) {
        assertThat(each.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
      }
      assertThat(mostRunning.get()).isBetween(1, Runtime.getRuntime().availableProcessors());
    }
  }
}
