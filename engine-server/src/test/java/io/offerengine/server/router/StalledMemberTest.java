package io.offerengine.server.router;

import static io.offerengine.server.http.TestClient.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.RawConnection;
import io.offerengine.server.http.TestClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A member that sends the head of an answer and a part of its body, and nothing more. */
@Tag("full")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class StalledMemberTest {
  private static final RouterLimits LIMITS =
      new RouterLimits(
          Duration.ofSeconds(5), Duration.ofSeconds(3), Duration.ofMillis(300), 1 << 20);
  private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n";

  private static TestRouter router(StalledMember member) throws Exception {
    return new TestRouter(List.of(member.address()), LIMITS, 0);
  }

  @Test
  void exports_break_andTheirPlacesAreFree() throws Exception {
    String head = CHUNKED + "Offers-Shard: 1/1\r\nOffers-Version: 5\r\nMember-Version: 5\r\n\r\n";
    try (StalledMember member = new StalledMember(head + "4\r\n{}\n{\r\n");
        TestRouter router = router(member)) {
      for (int i = 0; i < 9; i++) {
        HttpResponse<String> export =
            router.client().send(router.client().json("POST", "/market/v1/export", "{}"));
        assertError(export, 503, "unavailable", "shard 1 broke off its part of the export");
      }
    }
  }

  @Test
  void forwardedRequests_break_howeverManyThereAre() throws Exception {
    String body = CHUNKED + "\r\n3\r\nabc\r\n";
    try (StalledMember member = new StalledMember(body);
        TestRouter router = router(member)) {
      TestClient client = router.client();
      List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
      for (int i = 0; i < 9; i++) {
        all.add(client.sendAsync(client.withKey("GET", "/admin/stats")));
      }
      for (CompletableFuture<HttpResponse<String>> each : all) {
        assertError(each.join(), 503, "unavailable", "nothing came for 300 ms");
      }
    }
  }

  @Test
  void forwardedRequest_whoseSmallAnswerStops_isRefused() throws Exception {
    try (StalledMember member =
            new StalledMember("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc");
        TestRouter router = router(member)) {
      TestClient client = router.client();
      assertError(
          client.send(client.withKey("GET", "/admin/stats")),
          503,
          "unavailable",
          "did not answer in time");
      assertError(
          client.send(client.json("PUT", "/admin/offers", "{}")),
          503,
          "unavailable",
          "did not answer in time; the request may have taken effect");
    }
  }

  @Test
  void feed_thatTakesLongerThanAnAnswerMay_isPassedOn() throws Exception {
    try (StalledMember member = new StalledMember("");
        TestRouter router = router(member);
        RawConnection client = new RawConnection(router.port())) {
      client.send("PUT /admin/offers HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
      for (int i = 0; i < 10; i++) {
        client.send("3\r\n{}\n\r\n");
        Thread.sleep(400);
        assertThat(client.hasReceived()).isFalse();
      }
      assertThat(client.readLine()).contains("503");
    }
  }

  @Test
  void position_whoseBodyStops_isAskedForAgain() throws Exception {
    try (StalledMember member = new StalledMember("");
        TestRouter router = router(member)) {
      member.answerPositions("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc");
      router.awaitProblem("did not answer in time");
      member.answerPositions();
      router.awaitProblem(null);
    }
  }
}
