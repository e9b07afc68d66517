package io.offerengine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.log.testing.RestartablePostgresql;
import io.offerengine.server.ServiceProcess.Client;
import io.offerengine.testing.Waiting;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A member that is cut off from its log names the age of its answers, and stops at the bound. */
@Tag("full")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CutOffMemberTest {
  private static final int BOUND_SECONDS = 4;
  private static final String KEY = "cut";

  private static HttpResponse<String> search(Client client) throws Exception {
    return client.send("POST", "/api/v0/bundles", "{}");
  }

  private static long age(HttpResponse<String> answer) {
    return Long.parseLong(answer.headers().firstValue("Offers-Age").orElse("-1"));
  }

  private static void awaitReady(Client client, int status) throws Exception {
    Waiting.until(() -> client.send("GET", "/readyz", "").statusCode() == status);
  }

  private static void assertCutOff(Client client) throws Exception {
    AtomicLong oldest = new AtomicLong();
    Waiting.until(() -> {
      HttpResponse<String> answer = search(client);
      if (answer.statusCode() == 200) {
        oldest.set(age(answer));
        assertThat(oldest.get()).isBetween(0L, (long) BOUND_SECONDS);
      }
      return answer.statusCode() != 200;
    });
    HttpResponse<String> answer = search(client);
    assertThat(oldest.get())
        .as("the age before the bound")
        .isGreaterThanOrEqualTo(BOUND_SECONDS - 1);
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).contains("its offers may be ", "and the bound is 4 s");
    HttpResponse<String> offer = client.send("GET", "/admin/offers/1", "");
    assertThat(offer.statusCode()).as(offer.body()).isEqualTo(503);
    HttpResponse<String> ready = client.send("GET", "/readyz", "");
    assertThat(ready.statusCode()).isEqualTo(503);
    assertThat(ready.body())
        .containsAnyOf("the log does not answer", "the log can't be reached since");
    HttpResponse<String> change = client.send("PUT", "/admin/offers", "{\"id\":2}");
    assertThat(change.statusCode()).as(change.body()).isEqualTo(503);
  }

  @Test
  void member_whosePostgresqlStopsOrStandsStill_stopsAtTheBound(@TempDir Path directory)
      throws Exception {
    try (RestartablePostgresql postgresql = new RestartablePostgresql(directory);
        ServiceProcess member =
            ServiceProcess.start(
                Map.of("OFFER_ENGINE_API_KEY", KEY),
                "--age-bound",
                Integer.toString(BOUND_SECONDS),
                "--database",
                postgresql.url())) {
      Client client = member.client(KEY).within(Duration.ofSeconds(30));
      assertThat(client.send("PUT", "/admin/offers", "{\"id\":1}").statusCode()).isEqualTo(200);
      assertThat(age(search(client))).isBetween(0L, 1L);
      assertThat(age(client.send("GET", "/admin/offers/1", ""))).isBetween(0L, 1L);
      postgresql.pause();
      assertCutOff(client);
      postgresql.resume();
      awaitReady(client, 200);
      assertThat(search(client).statusCode()).isEqualTo(200);

      postgresql.stop();
      assertCutOff(client);
      postgresql.start();
      awaitReady(client, 200);
      assertThat(age(search(client))).isBetween(0L, 1L);
      Waiting.until(() -> {
        HttpResponse<String> change = client.send("PUT", "/admin/offers", "{\"id\":3}");
        assertThat(change.statusCode()).as(change.body()).isIn(200, 503);
        return change.statusCode() == 200;
      });
    }
  }
}
