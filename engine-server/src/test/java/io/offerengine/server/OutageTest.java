package io.offerengine.server;

import static io.offerengine.server.http.TestClient.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.log.testing.RestartablePostgresql;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.keys.KeyRegistry;
import io.offerengine.server.keys.KeyTerms;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.StoreException;
import io.offerengine.testing.Waiting;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The service while its database is down, and while it stops. */
@Tag("full")
class OutageTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("OFFER_ENGINE_SECRET", "0123456789abcdef".repeat(4));

  /** Much more than the second that is promised, and less than an answer took before. */
  private static final Duration PATIENCE = Duration.ofSeconds(4);

  private static int search(TestClient client) throws Exception {
    return client.post("/api/v0/bundles/", "{}").statusCode();
  }

  private static String makeKey(String url) {
    CommandRun made =
        CommandRun.line("keys create --database " + url + " --user 7 --admin").succeeded();
    return made.out().strip();
  }

  private static ServiceProcess start(RestartablePostgresql postgresql) throws Exception {
    return ServiceProcess.start(ENVIRONMENT, "--age-bound 4 --database " + postgresql.url());
  }

  private static void awaitReady(TestClient client, int status) throws Exception {
    Waiting.until(() -> client.status("GET", "/readyz") == status);
  }

  @Test
  void databaseDown_leavesKeysKnownForTenMinutes(@TempDir Path directory) throws Exception {
    AtomicLong nanos = new AtomicLong();
    try (RestartablePostgresql postgresql = new RestartablePostgresql(directory);
        Database database = Database.postgresql(postgresql.url())) {
      KeyRegistry keys = new KeyRegistry(database, 100, Clock.systemUTC(), nanos::get);
      String known = keys.create(KeyTerms.of(7, false));
      String revoked = keys.create(KeyTerms.of(7, false));
      assertThat(keys.find(known)).isNotNull();
      assertThat(keys.find(revoked)).isNotNull();
      keys.revoke(2);
      postgresql.stop();
      nanos.set(Duration.ofMinutes(10).toNanos() - 1);
      assertThat(keys.find(known)).isNotNull();
      nanos.incrementAndGet();
      for (String key : List.of(known, revoked)) {
        assertThatThrownBy(() -> keys.find(key))
            .isInstanceOfSatisfying(
                StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
      }
    }
  }

  /**
   * A server that accepts connections and does not answer is down, too. Offers that are older than
   * the bound are neither served nor called ready.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void databaseDown_leavesSearchesByKnownKeysUpToTheBoundAndNamesTheLoss(
      boolean isStopped, @TempDir Path directory) throws Exception {
    try (RestartablePostgresql postgresql = new RestartablePostgresql(directory)) {
      String known = makeKey(postgresql.url());
      String unknown = makeKey(postgresql.url());
      try (ServiceProcess service = start(postgresql)) {
        TestClient client = service.client(known).within(PATIENCE);
        TestClient other = service.client(unknown).within(PATIENCE);
        ok(client.send("PUT", "/admin/offers", "{\"id\":1}"));
        assertThat(age(client.post("/api/v0/bundles", "{}"))).isBetween(0L, 1L);
        assertThat(age(client.get("/admin/offers/1"))).isBetween(0L, 1L);
        if (isStopped) {
          postgresql.stop();
        } else {
          postgresql.pause();
        }
        assertCutOff(client.within(Duration.ofSeconds(30)));
        HttpResponse<String> change = client.send("PUT", "/admin/offers", "{\"id\":1}");
        assertThat(change.statusCode()).isEqualTo(503);
        assertThat(client.status("GET", "/api/v0/users/me/invoices")).isEqualTo(503);
        assertThat(search(other)).as("a key that was never used").isEqualTo(503);
        if (isStopped) {
          assertThat(change.body()).contains("the database can't be reached now");
          assertThat(client.get("/readyz").body()).contains("the log can't be reached since");
          postgresql.start();
          String revoke = "keys revoke --database " + postgresql.url();
          CommandRun.line(revoke + " " + known.split("_", 3)[1]).succeeded();
          awaitReady(client, 200);
          Waiting.until(() -> search(client) == 401);
        } else {
          postgresql.resume();
          awaitReady(client, 200);
        }
        Waiting.until(() -> search(other) == 200);
        if (isStopped) {
          assertThat(age(other.post("/api/v0/bundles", "{}"))).isBetween(0L, 1L);
        }
        Waiting.until(() -> {
          HttpResponse<String> later = other.send("PUT", "/admin/offers", "{\"id\":3}");
          assertThat(later.statusCode()).as(later.body()).isIn(200, 503);
          return later.statusCode() == 200;
        });
      }
    }
  }

  private static long age(HttpResponse<String> answer) {
    return Long.parseLong(answer.headers().firstValue("Offers-Age").orElse("-1"));
  }

  private static void assertCutOff(TestClient client) throws Exception {
    AtomicLong oldest = new AtomicLong();
    Waiting.until(() -> {
      HttpResponse<String> answer = client.post("/api/v0/bundles", "{}");
      if (answer.statusCode() == 200) {
        oldest.set(age(answer));
        assertThat(oldest.get()).isBetween(0L, 4L);
      }
      return answer.statusCode() != 200;
    });
    assertThat(oldest.get()).as("the age before the bound").isGreaterThanOrEqualTo(3);
    HttpResponse<String> answer = client.post("/api/v0/bundles", "{}");
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).contains("its offers may be ", "and the bound is 4 s");
    assertThat(client.status("GET", "/admin/offers/1")).isEqualTo(503);
    HttpResponse<String> ready = client.get("/readyz");
    assertThat(ready.statusCode()).isEqualTo(503);
    assertThat(ready.body())
        .containsAnyOf("the log does not answer", "the log can't be reached since");
    HttpResponse<String> change = client.send("PUT", "/admin/offers", "{\"id\":2}");
    assertThat(change.statusCode()).as(change.body()).isEqualTo(503);
  }
}
