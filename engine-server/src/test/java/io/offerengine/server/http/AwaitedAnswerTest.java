package io.offerengine.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.keys.Scope;
import io.offerengine.testing.Waiting;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Answers that many requests wait for, and that are due at once. */
class AwaitedAnswerTest {
  private static final int REQUESTS = 60;

  private final CompletableFuture<Void> signal = new CompletableFuture<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger mostRunning = new AtomicInteger();

  @RegisterExtension
  private final RouteServer server =
      RouteServer.of(
          Route.of(
              Scope.SEARCH,
              "GET",
              "/later",
              request -> {
                waiting.incrementAndGet();
                return Answer.later(signal, this::answer);
              }));

  private Answer answer() {
    mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
    Waiting.pause(10);
    running.decrementAndGet();
    return Answer.ok("{}".getBytes(UTF_8));
  }

  @Test
  void answers_thatAreDueAtOnce_areMadeByAsManyThreadsAsProcessors() throws Exception {
    TestClient client = server.client();
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
