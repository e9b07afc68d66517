package io.offerengine.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.log.testing.RestartablePostgresql;
import io.offerengine.query.ErrorCode;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The service while its database is down, and while it stops. */
@Tag("full")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class OutageTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("OFFER_ENGINE_SECRET", "0123456789abcdef".repeat(4));

  /** Much more than the second that is promised, and less than an answer took before. */
  private static final Duration PATIENCE = Duration.ofSeconds(4);

  private static int search(ServiceProcess service, String key) throws Exception {
    return service.client(key).send("POST", "/api/v0/bundles/", "{}").statusCode();
  }

  private static HttpResponse<String> ready(ServiceProcess service) throws Exception {
    return service.client("none").send("GET", "/readyz", "");
  }

  private static String makeKey(String url) {
    CommandRun made = CommandRun.of("keys", "create", "--database", url, "--user", "7", "--admin");
    assertThat(made.exitCode()).as(made.err()).isZero();
    return made.out().strip();
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

  @Test
  void databaseDown_leavesSearchesByKnownKeysAndNamesTheLoss(@TempDir Path directory)
      throws Exception {
    try (RestartablePostgresql postgresql = new RestartablePostgresql(directory)) {
      String known = makeKey(postgresql.url());
      String unknown = makeKey(postgresql.url());
      try (ServiceProcess service =
          ServiceProcess.start(ENVIRONMENT, "--database", postgresql.url(), "--age-bound", "10")) {
        assertThat(search(service, known)).isEqualTo(200);
        postgresql.stop();
        for (int i = 0; i < 30; i++) {
          assertThat(search(service, known)).as("a key that was used before").isEqualTo(200);
          Waiting.pause(50);
        }
        assertThat(search(service, unknown)).as("a key that was never used").isEqualTo(503);
        HttpResponse<String> change =
            service.client(known).send("PUT", "/admin/offers", "{\"id\":1}");
        assertThat(change.statusCode()).isEqualTo(503);
        assertThat(change.body()).contains("the database can't be reached now");
        // Offers that are older than the bound are neither served nor called ready.
        Waiting.until(() -> ready(service).statusCode() == 503);
        assertThat(ready(service).body()).contains("the log can't be reached since");

        postgresql.start();
        CommandRun revoked =
            CommandRun.of("keys", "revoke", "--database", postgresql.url(), known.split("_", 3)[1]);
        assertThat(revoked.exitCode()).as(revoked.err()).isZero();
        Waiting.until(() -> ready(service).statusCode() == 200);
        Waiting.until(() -> search(service, known) == 401);
        assertThat(search(service, unknown)).isEqualTo(200);
      }
    }
  }

  /** A server that accepts connections and does not answer is down, too. */
  @Test
  void databaseThatStandsStill_leavesSearchesByKnownKeysAndRefusesTheRest(@TempDir Path directory)
      throws Exception {
    try (RestartablePostgresql postgresql = new RestartablePostgresql(directory)) {
      String known = makeKey(postgresql.url());
      String unknown = makeKey(postgresql.url());
      try (ServiceProcess service =
          ServiceProcess.start(ENVIRONMENT, "--database", postgresql.url(), "--age-bound", "10")) {
        ServiceProcess.Client client = service.client(known).within(PATIENCE);
        assertThat(search(service, known)).isEqualTo(200);
        postgresql.pause();
        for (int i = 0; i < 20; i++) {
          assertThat(client.send("POST", "/api/v0/bundles/", "{}").statusCode()).isEqualTo(200);
          Waiting.pause(100);
        }
        assertThat(client.send("PUT", "/admin/offers", "{\"id\":1}").statusCode()).isEqualTo(503);
        assertThat(client.send("GET", "/api/v0/users/me/invoices", "").statusCode()).isEqualTo(503);
        ServiceProcess.Client other = service.client(unknown).within(PATIENCE);
        assertThat(other.send("POST", "/api/v0/bundles/", "{}").statusCode()).isEqualTo(503);
        Waiting.until(() -> client.send("GET", "/readyz", "").statusCode() == 503);
        postgresql.resume();
        Waiting.until(() -> ready(service).statusCode() == 200);
        assertThat(search(service, unknown)).isEqualTo(200);
      }
    }
  }

  @Test
  void stop_withATimeToDrain_answersUntilItIsOver() throws Exception {
    try (ServiceProcess service =
        ServiceProcess.start(Map.of("OFFER_ENGINE_API_KEY", "k"), "--drain-seconds", "5")) {
      assertThat(ready(service).statusCode()).isEqualTo(200);
      service.terminate();
      Waiting.until(() -> ready(service).statusCode() != 200);
      assertThat(ready(service).body()).contains("the service is stopping");
      assertThat(search(service, "k")).as("a search while the service drains").isEqualTo(200);
      assertThat(service.stop()).isEqualTo(143);
    }
  }
}
