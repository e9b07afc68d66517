package io.offerengine.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.Scope;
import io.offerengine.testing.Waiting;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A user with many keys gets no more of the service than a user with one. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class UserSharesTest {
  private static final int SLOTS = 8;
  private static final int KEYS = 9;

  private final CountDownLatch leave = new CountDownLatch(1);

  private Answer answerLater(ApiRequest request) {
    try {
      leave.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return Answer.ok("{}".getBytes(UTF_8));
  }

  @Test
  void slots_ofAUserWithManyKeys_leaveRoomForOthers() throws Exception {
    List<Route> routes =
        List.of(
            Route.of(Scope.SEARCH, "GET", "/slow", this::answerLater),
            Route.of(Scope.SEARCH, "GET", "/fast", request -> Answer.ok("{}".getBytes(UTF_8))));
    // A key is the number of its user and a letter.
    try (ApiServer server =
        new ApiServer(
            routes,
            key -> Caller.user(Long.parseLong(key.substring(0, 1))),
            ServerSettings.defaults().withRequestLimit(SLOTS))) {
      server.start();
      server.ready();
      TestClient client = new TestClient(server.port());
      List<CompletableFuture<HttpResponse<String>>> slow = new ArrayList<>();
      for (int key = 0; key < KEYS; key++) {
        slow.add(
            client.sendAsync(
                client
                    .request("GET", "/slow")
                    .header("Authorization", "Bearer 7" + (char) ('a' + key))));
      }
      int held = SLOTS * 3 / 4;
      Waiting.until(() ->
          server.slotsTaken() >= held
              && slow.stream().filter(each -> each.isDone()).count() >= KEYS - held);
      assertThat(
              client
                  .send(client.request("GET", "/fast").header("Authorization", "Bearer 8a"))
                  .statusCode())
          .isEqualTo(200);
      leave.countDown();
      List<Integer> statuses = new ArrayList<>();
      for (CompletableFuture<HttpResponse<String>> each : slow) {
        statuses.add(each.get().statusCode());
      }
      assertThat(statuses).filteredOn(status -> status == 200).hasSize(held);
      assertThat(statuses).filteredOn(status -> status == 503).hasSize(KEYS - held);
    }
  }
}
